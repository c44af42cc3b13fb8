import { expect, test } from "@jest/globals";
import { exampleWorld } from "#testing/harness/example-world";
import { world } from "#testing/harness/world";

const path = "/v1/commentannotations/add";
const place = { organizationId: "acme", documentId: "roadmap" };

test("v1 adds threads as v2 does, without the fields that only v2 has", async () => {
  const w = await exampleWorld();
  const later = { type: "suggestion", suggestion: { summary: "s" } };
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

for (const visibility of [
  { type: "public" },
  { type: "organizationPrivate", organizationId: "acme" },
  { type: "restricted", userIds: ["lin"] },
])
  test(`a thread keeps the visibility ${visibility.type}, and only a public one is visible to strangers`, async () => {
    const w = await exampleWorld();
    const commentAnnotations = [{ annotationId: "a", visibility, commentData: [{ from: { userId: "ada" } }] }];
    await w.ok(path, { ...place, commentAnnotations });
    const query = { ...place, annotationIds: ["a"] };
    const [thread] = (await w.ok("/v2/commentannotations/get", query)).data;
    expect(thread.visibility.type).toBe(visibility.type);
    const roadmap = { type: "document", id: "roadmap", organizationId: "acme", accessRole: "viewer" } as const;
    const token = await w.token("stranger", { resources: [roadmap] });
    const visible = (await w.ok("/v2/commentannotations/get", query, { token })).data;
    expect(visible[0] === null).toBe(visibility.type !== "public");
  });

test("v1 refuses a restricted thread without users, as v2 does", async () => {
  const w = await exampleWorld();
  const commentAnnotations = [{ visibility: { type: "restricted" }, commentData: [{ from: { userId: "ada" } }] }];
  for (const version of [path, "/v2/commentannotations/add"])
    expect((await w.fails(version, { ...place, commentAnnotations })).message).toMatch(
      /^data\.commentAnnotations\[0\]\.visibility\.userIds is required and must not be empty/,
    );
});

test("v1 creates neither organization nor document", async () => {
  const w = await world();
  const commentAnnotations = [{ commentData: [{ from: { userId: "ada" } }] }];
  const request = { ...place, createOrganization: true, createDocument: true, commentAnnotations };
  expect((await w.fails(path, request)).message).toBe("Organization does not exist.");
});
