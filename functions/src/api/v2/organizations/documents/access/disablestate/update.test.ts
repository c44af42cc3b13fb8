import assert from "node:assert/strict";
import { test } from "node:test";
import { addDocuments, storedDocuments } from "#testing/fixtures/documents/documents";
import { addEndpoint, eventsSent } from "#testing/fixtures/webhooks/webhooks";
import { world } from "#testing/harness/world";

const path = "/v2/organizations/documents/access/disablestate/update";

test("documents are disabled and enabled again; one that is not there fails alone and is not made", async () => {
  const w = await world();
  await addDocuments(w, ["a", "b"]);
  const { message, data } = await w.ok(path, { organizationId: "acme", documentIds: ["a", "x"], disabled: true });
  assert.equal(message, "Updated disable state for documents successfully.");
  assert.deepEqual(data, {
    a: { success: true, disabled: true, message: "Document disabled state updated." },
    x: { success: false, id: "x", message: "Document does not exist", code: "not-found" },
  });
  const states = async () => Array.from(await storedDocuments(w), ([id, { disabled }]) => [id, disabled]);
  assert.deepEqual(await states(), [
    ["a", true],
    ["b", false],
  ]);
  const shown = await w.ok("/v2/organizations/documents/get", { organizationId: "acme", documentIds: ["a"] });
  assert.equal(shown.data[0].disabled, true);
  await w.ok(path, { organizationId: "acme", documentIds: ["a"], disabled: false });
  assert.deepEqual((await states())[0], ["a", false]);
});

test("a missing organization is NOT_FOUND, and a missing state is refused", async () => {
  const w = await world();
  const error = await w.fails(path, { organizationId: "acme", documentIds: ["a"], disabled: true });
  assert.deepEqual([error.status, error.message], ["NOT_FOUND", "Organization does not exist."]);
  const request = { organizationId: "acme", documentIds: ["a"] };
  assert.equal((await w.fails(path, request)).status, "INVALID_ARGUMENT");
});

test("it tells of the documents whose state turns, and of no other", async () => {
  const w = await world();
  await addDocuments(w, ["a"]);
  await addEndpoint(w, "all");
  for (const disabled of [false, true, true, false])
    await w.ok(path, { organizationId: "acme", documentIds: ["a", "x"], disabled });
  const subject = { organizationId: "acme", documentId: "a", folderId: "root" };
  assert.deepEqual(await eventsSent(w), [
    ["document.disable", subject],
    ["document.enable", subject],
  ]);
});
