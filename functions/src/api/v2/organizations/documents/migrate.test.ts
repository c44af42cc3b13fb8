import assert from "node:assert/strict";
import { test } from "node:test";
import { addDocuments } from "#testing/fixtures/documents/documents";
import { migrate } from "#testing/fixtures/migration/migration";
import { world } from "#testing/harness/world";

const path = "/v2/organizations/documents/migrate";
const request = { organizationId: "acme", documentId: "a", newDocumentId: "b" };

test("a document moves to its new id with its own fields, and the old id is gone and free again", async () => {
  const w = await world();
  await addDocuments(w, [{ documentId: "a", documentName: "Plan", accessType: "restricted", color: "red" }, "c"]);
  const get = async (documentIds: string[]) =>
    (await w.ok("/v2/organizations/documents/get", { organizationId: "acme", documentIds })).data;
  const [before] = await get(["a"]);
  const { message, data } = await w.ok(path, request);
  assert.equal(message, "Document migration started successfully.");
  assert.match(data.migrationId, /^mig_/);
  await migrate(w);
  const gone = { success: false, id: "a", message: "Document does not exist", code: "not-found" };
  assert.deepEqual(await get(["a", "b"]), [gone, { ...before, id: "b" }]);
  await addDocuments(w, ["a"]);
  assert.equal((await get(["a"]))[0].documentName, "a");
});

test("what is missing, taken, the same or on the move already is refused", async () => {
  const w = await world();
  const fails = async (given: object) => {
    const { status, message } = await w.fails(path, { ...request, ...given });
    return [status, message];
  };
  assert.deepEqual(await fails({}), ["NOT_FOUND", "Organization does not exist."]);
  await addDocuments(w, ["a", "c"]);
  assert.deepEqual(await fails({ documentId: "x" }), ["NOT_FOUND", "Document does not exist."]);
  const taken = ["ALREADY_EXISTS", "A document with the newDocumentId already exists."];
  assert.deepEqual(await fails({ newDocumentId: "c" }), taken);
  const same = ["INVALID_ARGUMENT", "data.newDocumentId must not be the documentId."];
  assert.deepEqual(await fails({ newDocumentId: "a" }), same);
  await w.ok(path, request);
  const moving = ["FAILED_PRECONDITION", "Document is already being migrated."];
  assert.deepEqual(await fails({ newDocumentId: "d" }), moving);
  assert.deepEqual(await fails({ documentId: "c" }), moving);
  assert.deepEqual(await fails({ documentId: "c", newDocumentId: "a" }), moving);
  assert.deepEqual(await fails({ documentId: "b", newDocumentId: "d" }), ["NOT_FOUND", "Document does not exist."]);
});

test("of two that move the same document at once one is refused", async () => {
  const w = await world();
  await addDocuments(w, ["a"]);
  const answers = await Promise.all(["b", "c"].map((newDocumentId) => w.request(path, { ...request, newDocumentId })));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400]);
});

test("nobody else can make the new document while the old one is on its way", async () => {
  const w = await world();
  await addDocuments(w, ["a"]);
  await w.ok(path, request);
  const users = [{ userId: "ada" }];
  const error = await w.fails("/v2/users/add", {
    organizationId: "acme",
    documentId: "b",
    createDocument: true,
    users,
  });
  assert.equal(error.status, "ABORTED");
  await migrate(w);
  await w.ok("/v2/users/add", { organizationId: "acme", documentId: "b", users });
});
