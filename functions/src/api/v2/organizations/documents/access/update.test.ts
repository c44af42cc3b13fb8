import assert from "node:assert/strict";
import { test } from "node:test";
import { addDocuments, storedDocuments } from "#testing/fixtures/documents/documents";
import { addEndpoint, eventsSent } from "#testing/fixtures/webhooks/webhooks";
import { world } from "#testing/harness/world";

const path = "/v2/organizations/documents/access/update";

test("documents get an access type of their own; one that is not there fails alone", async () => {
  const w = await world();
  await addDocuments(w, ["a", "b", "c"]);
  const request = { organizationId: "acme", documentIds: ["a", "x", "b"], accessType: "organizationPrivate" };
  const { message, data } = await w.ok(path, request);
  assert.equal(message, "Updated access for documents successfully.");
  const item = { success: true, accessType: "organizationPrivate", message: "Document access type updated." };
  assert.deepEqual(data, {
    a: item,
    x: { success: false, id: "x", message: "Document does not exist", code: "not-found" },
    b: item,
  });
  const types = Array.from((await storedDocuments(w)).values(), ({ accessType }) => accessType);
  assert.deepEqual(types, ["organizationPrivate", "organizationPrivate", undefined]);
});

test("without an access type it is public, and an unknown one is refused", async () => {
  const w = await world();
  await addDocuments(w, [{ documentId: "a", accessType: "restricted" }]);
  assert.equal((await w.ok(path, { organizationId: "acme", documentIds: ["a"] })).data.a.accessType, "public");
  const error = await w.fails(path, { organizationId: "acme", documentIds: ["a"], accessType: "secret" });
  assert.equal(error.status, "INVALID_ARGUMENT");
  assert.equal((await storedDocuments(w)).get("a")?.accessType, "public");
});

test("a missing organization is NOT_FOUND", async () => {
  const w = await world();
  const error = await w.fails(path, { organizationId: "acme", documentIds: ["a"] });
  assert.deepEqual([error.status, error.message], ["NOT_FOUND", "Organization does not exist."]);
});

test("it tells of the documents that get another access type, and of no other", async () => {
  const w = await world();
  await addDocuments(w, ["a", { documentId: "b", accessType: "restricted" }]);
  await addEndpoint(w, "all");
  const request = { organizationId: "acme", documentIds: ["a", "b", "x"], accessType: "restricted" };
  await w.ok(path, request);
  await w.ok(path, request);
  const subject = { organizationId: "acme", documentId: "a", folderId: "root" };
  assert.deepEqual(await eventsSent(w), [["document.access_change", { ...subject, accessType: "restricted" }]]);
});
