import assert from "node:assert/strict";
import { test } from "node:test";
import { addDocuments, storedDocuments } from "#testing/fixtures/documents/documents";
import { world } from "#testing/harness/world";

test("v1 deletes documents as v2 does, and answers for each", async () => {
  const w = await world();
  await addDocuments(w, ["a", "b"]);
  const { message, data } = await w.ok("/v1/organizations/documents/delete", {
    organizationId: "acme",
    documentIds: ["a", "x"],
  });
  assert.equal(message, "Document(s) deleted successfully.");
  assert.deepEqual([data.a.message, data.x.code], ["Deleted Successfully", "not-found"]);
  await w.drain();
  assert.deepEqual([...(await storedDocuments(w)).keys()], ["b"]);
});
