import { expect, test } from "@jest/globals";
import { exampleWorld } from "#testing/harness/example-world";
import { world } from "#testing/harness/world";

const path = "/v1/commentannotations/add";
const place = { organizationId: "acme", documentId: "roadmap" };

test("v1 adds threads as v2 does, without what v2 has added", async () => {
  const w = await exampleWorld();
  const later = {
    type: "suggestion",
    suggestion: { summary: "s" },
    visibility: { type: "restricted", userIds: ["x"] },
  };
  const commentData = [{ from: { userId: "ada" }, commentText: "Hi", context: { a: 1 }, agent: { agentId: "g" } }];
  const commentAnnotations = [{ annotationId: "a", priority: { id: "P0", name: "Now" }, commentData, ...later }];
  const { message, data } = await w.ok(path, { ...place, verifyUserPermissions: true, commentAnnotations });
  expect(message).toBe("Comment Annotation(s) added successfully.");
  expect(data.a.success).toBe(true);
  const [thread] = (await w.ok("/v2/commentannotations/get", place)).data;
  expect([thread.type, thread.suggestion, thread.visibility]).toStrictEqual(["comment", undefined, { type: "public" }]);
  expect(thread.priority).toStrictEqual({ id: "P0", name: "Now" });
  const [comment] = thread.comments;
  expect([comment.commentText, comment.context, comment.agent]).toStrictEqual(["Hi", undefined, undefined]);
});

test("v1 makes no organization and no document", async () => {
  const w = await world();
  const commentAnnotations = [{ commentData: [{ from: { userId: "ada" } }] }];
  const request = { ...place, createOrganization: true, createDocument: true, commentAnnotations };
  expect((await w.fails(path, request)).message).toBe("Organization does not exist.");
});
