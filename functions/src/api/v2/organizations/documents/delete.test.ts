import assert from "node:assert/strict";
import { test } from "node:test";
import { addDocuments, storedDocuments } from "#testing/fixtures/documents/documents";
import { organizationOf } from "#testing/fixtures/documents/folder-tree";
import { addEndpoint, eventsSent } from "#testing/fixtures/webhooks/webhooks";
import { world } from "#testing/harness/world";

const path = "/v2/organizations/documents/delete";

test("documents go with what is below them; one that is not there fails alone", async () => {
  const w = await world();
  await addDocuments(w, ["a", "b", "c"]);
  await w.ok("/v2/users/add", { organizationId: "acme", documentId: "a", users: [{ userId: "ada" }] });
  const { message, data } = await w.ok(path, { organizationId: "acme", documentIds: ["a", "x", "b"] });
  assert.equal(message, "Document(s) deleted successfully.");
  assert.deepEqual(data, {
    a: { success: true, id: "a", message: "Deleted Successfully" },
    x: { success: false, id: "x", message: "Document does not exist", code: "not-found" },
    b: { success: true, id: "b", message: "Deleted Successfully" },
  });
  await w.drain();
  assert.deepEqual([...(await storedDocuments(w)).keys()], ["c"]);
  assert.equal(await w.context.store.count({ collection: `${organizationOf(w)}/documents/a/users` }), 0);
  assert.equal(await w.context.store.count({ collection: "tasks" }), 0);
});

test("a document whose deletion has begun is gone for every caller and can't be made until it is over", async () => {
  const w = await world();
  await addDocuments(w, ["a"]);
  await w.context.store.commit([{ op: "update", path: `${organizationOf(w)}/documents/a`, data: { deleting: true } }]);
  const ask = (endpoint: string, data: object) =>
    w.ok(`/v2/organizations/documents/${endpoint}`, { organizationId: "acme", ...data });
  assert.equal((await ask("get", { documentIds: ["a"] })).data[0].code, "not-found");
  assert.deepEqual((await ask("get", {})).data, []);
  assert.equal((await ask("update", { documents: [{ documentId: "a" }] })).data.a.code, "not-found");
  assert.equal((await ask("delete", { documentIds: ["a"] })).data.a.code, "not-found");
  assert.equal((await ask("access/update", { documentIds: ["a"] })).data.a.code, "not-found");
  assert.equal((await ask("add", { documents: [{ documentId: "a" }] })).data.a.code, "aborted");
});

test("500 documents of one call are deleted, and of two calls at once only one deletes each", async () => {
  const w = await world();
  const documentIds = Array.from({ length: 500 }, (_, i) => `d${i}`);
  await addDocuments(w, documentIds);
  const replies = await Promise.all([1, 2].map(() => w.ok(path, { organizationId: "acme", documentIds })));
  const successes = replies.flatMap(({ data }) => Object.values(data) as { success: boolean }[]);
  assert.equal(successes.filter(({ success }) => success).length, 500);
  await w.drain();
  assert.equal((await storedDocuments(w)).size, 0);
  await addDocuments(w, ["d1"]);
  assert.equal((await storedDocuments(w)).size, 1);
});

test("a missing organization is NOT_FOUND, and the same document twice is refused", async () => {
  const w = await world();
  const error = await w.fails(path, { organizationId: "acme", documentIds: ["a"] });
  assert.deepEqual([error.status, error.message], ["NOT_FOUND", "Organization does not exist."]);
  const twice = await w.fails(path, { organizationId: "acme", documentIds: ["a", "a"] });
  assert.equal(twice.message, 'data.documentIds names "a" more than once.');
});

test("it tells once of each document that it deletes", async () => {
  const w = await world();
  await addDocuments(w, ["a", "b"]);
  await addEndpoint(w, "all");
  await w.ok(path, { organizationId: "acme", documentIds: ["a", "x"] });
  await w.ok(path, { organizationId: "acme", documentIds: ["a"] });
  assert.deepEqual(await eventsSent(w), [["document.delete", { organizationId: "acme", documentId: "a" }]]);
});
