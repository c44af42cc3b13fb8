import assert from "node:assert/strict";
import { test } from "node:test";
import { world } from "#testing/world";

const path = "/v2/users/add";
const ada = { userId: "ada", name: "Ada Lovelace", email: "ada@example.com" };

test("an organization that does not exist is made, and each user has an outcome under its own id", async () => {
  const w = await world();
  const { message, data } = await w.ok(path, { organizationId: "acme", users: [ada, { userId: "lin" }] });
  assert.equal(message, "User(s) processed successfully.");
  assert.deepEqual(data, {
    ada: { success: true, id: "ada", message: "User added." },
    lin: { success: true, id: "lin", message: "User added." },
  });
});

test("a document or folder that is missing fails its users, and nothing is made", async () => {
  const w = await world();
  for (const [place, message] of [
    [{ documentId: "plan" }, "Document does not exist."],
    [{ folderId: "plans" }, "Folder does not exist."],
  ] as const) {
    const { data } = await w.ok(path, { organizationId: "acme", ...place, users: [ada] });
    assert.deepEqual(data, { ada: { success: false, id: "ada", message, code: "not-found" } });
  }
  assert.equal(await w.context.store.count({ collection: `apiKeys/${w.tenant.apiKeyId}/organizations` }), 0);
});

test("a document or folder is made when asked for", async () => {
  const w = await world();
  const document = { organizationId: "acme", documentId: "plans/2026", createDocument: true };
  assert.equal((await w.ok(path, { ...document, users: [ada] })).data.ada.success, true);
  assert.equal(
    (await w.ok(path, { organizationId: "acme", folderId: "f", createFolder: true, users: [ada] })).data.ada.success,
    true,
  );
  assert.equal((await w.ok(path, { ...document, createDocument: false, users: [ada] })).data.ada.success, true);
});

test("a document and a folder together are refused", async () => {
  const w = await world();
  const error = await w.fails(path, { organizationId: "acme", documentId: "d", folderId: "f", users: [ada] });
  assert.deepEqual(
    [error.status, error.message],
    ["INVALID_ARGUMENT", "data.folderId must not be given together with documentId."],
  );
});

test("501 users and the same user twice are refused", async () => {
  const w = await world();
  const many = Array.from({ length: 501 }, (_, i) => ({ userId: `u${i}` }));
  assert.equal(
    (await w.fails(path, { organizationId: "acme", users: many })).message,
    "data.users must have at most 500 items.",
  );
  assert.equal(
    (await w.fails(path, { organizationId: "acme", users: [ada, ada] })).message,
    'data.users names "ada" more than once.',
  );
});

test("500 users of one call are all added", async () => {
  const w = await world();
  const many = Array.from({ length: 500 }, (_, i) => ({ userId: `u${i}`, name: `User ${i}` }));
  const { data } = await w.ok(path, { organizationId: "acme", users: many });
  assert.equal(Object.values(data).filter((item) => (item as { success: boolean }).success).length, 500);
});

test("an id such as __proto__ or constructor is an id like any other", async () => {
  const w = await world();
  const { data } = await w.ok(path, {
    organizationId: "__proto__",
    users: [{ userId: "__proto__" }, { userId: "constructor" }],
  });
  assert.deepEqual(Object.keys(data).sort(), ["__proto__", "constructor"]);
});
