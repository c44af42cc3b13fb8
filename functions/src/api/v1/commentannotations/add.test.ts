import assert from "node:assert/strict";
import { test } from "node:test";
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
  assert.equal(message, "Comment Annotation(s) added successfully.");
  assert.equal(data.a.success, true);
  const [thread] = (await w.ok("/v2/commentannotations/get", place)).data;
  assert.deepEqual([thread.type, thread.suggestion, thread.visibility], ["comment", undefined, { type: "public" }]);
  assert.deepEqual(thread.priority, { id: "P0", name: "Now" });
  const [comment] = thread.comments;
  assert.deepEqual([comment.commentText, comment.context, comment.agent], ["Hi", undefined, undefined]);
});

test("v1 makes no organization and no document", async () => {
  const w = await world();
  const commentAnnotations = [{ commentData: [{ from: { userId: "ada" } }] }];
  const request = { ...place, createOrganization: true, createDocument: true, commentAnnotations };
  assert.equal((await w.fails(path, request)).message, "Organization does not exist.");
});
