import { expect, test } from "@jest/globals";
import { addDocuments, storedDocuments } from "#testing/fixtures/documents/documents";
import { organizationOf } from "#testing/fixtures/documents/folder-tree";
import { addEndpoint, eventsSent } from "#testing/fixtures/webhooks/webhooks";
import { world } from "#testing/harness/world";

const path = "/v2/organizations/documents/delete";

test("documents are deleted with everything below them; a missing one fails on its own", async () => {
  const w = await world();
  await addDocuments(w, ["a", "b", "c"]);
  await w.ok("/v2/users/add", { organizationId: "acme", documentId: "a", users: [{ userId: "ada" }] });
  const { message, data } = await w.ok(path, { organizationId: "acme", documentIds: ["a", "x", "b"] });
  expect(message).toBe("Document(s) deleted successfully.");
  expect(data).toStrictEqual({
    a: { success: true, id: "a", message: "Deleted Successfully" },
    x: { success: false, id: "x", message: "Document does not exist", code: "not-found" },
    b: { success: true, id: "b", message: "Deleted Successfully" },
  });
  await w.drain();
  expect([...(await storedDocuments(w)).keys()]).toStrictEqual(["c"]);
  expect(await w.context.store.count({ collection: `${organizationOf(w)}/documents/a/users` })).toBe(0);
  expect(await w.context.store.count({ collection: "tasks" })).toBe(0);
});

test("a document that is being deleted is missing for every caller and can't be created until the deletion is complete", async () => {
  const w = await world();
  await addDocuments(w, ["a"]);
  await w.context.store.commit([{ op: "update", path: `${organizationOf(w)}/documents/a`, data: { deleting: true } }]);
  const ask = (endpoint: string, data: object) =>
    w.ok(`/v2/organizations/documents/${endpoint}`, { organizationId: "acme", ...data });
  expect((await ask("get", { documentIds: ["a"] })).data[0].code).toBe("not-found");
  expect((await ask("get", {})).data).toStrictEqual([]);
  expect((await ask("update", { documents: [{ documentId: "a" }] })).data.a.code).toBe("not-found");
  expect((await ask("delete", { documentIds: ["a"] })).data.a.code).toBe("not-found");
  expect((await ask("access/update", { documentIds: ["a"] })).data.a.code).toBe("not-found");
  expect((await ask("add", { documents: [{ documentId: "a" }] })).data.a.code).toBe("aborted");
});

test("500 documents of one call are deleted, and of two concurrent calls only one deletes each", async () => {
  const w = await world();
  const documentIds = Array.from({ length: 500 }, (_, i) => `d${i}`);
  await addDocuments(w, documentIds);
  const replies = await Promise.all([1, 2].map(() => w.ok(path, { organizationId: "acme", documentIds })));
  const successes = replies.flatMap(({ data }) => Object.values(data) as { success: boolean }[]);
  expect(successes.filter(({ success }) => success).length).toBe(500);
  await w.drain();
  expect((await storedDocuments(w)).size).toBe(0);
  await addDocuments(w, ["d1"]);
  expect((await storedDocuments(w)).size).toBe(1);
});

test("a missing organization is NOT_FOUND, and a repeated document is refused", async () => {
  const w = await world();
  const error = await w.fails(path, { organizationId: "acme", documentIds: ["a"] });
  expect([error.status, error.message]).toStrictEqual(["NOT_FOUND", "Organization does not exist."]);
  const twice = await w.fails(path, { organizationId: "acme", documentIds: ["a", "a"] });
  expect(twice.message).toBe('data.documentIds names "a" more than once.');
});

test("each deleted document emits one event", async () => {
  const w = await world();
  await addDocuments(w, ["a", "b"]);
  await addEndpoint(w, "all");
  await w.ok(path, { organizationId: "acme", documentIds: ["a", "x"] });
  await w.ok(path, { organizationId: "acme", documentIds: ["a"] });
  expect(await eventsSent(w)).toStrictEqual([["document.delete", { organizationId: "acme", documentId: "a" }]]);
});
