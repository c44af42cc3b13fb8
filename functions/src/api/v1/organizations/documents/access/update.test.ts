import assert from "node:assert/strict";
import { test } from "node:test";
import { addDocuments, storedDocuments } from "#testing/fixtures/documents/documents";
import { world } from "#testing/harness/world";

test("v1 gives documents an access type as v2 does", async () => {
  const w = await world();
  await addDocuments(w, ["a", "b"]);
  const { message, data } = await w.ok("/v1/organizations/documents/access/update", {
    organizationId: "acme",
    documentIds: ["a"],
    accessType: "restricted",
  });
  assert.equal(message, "Updated access for documents successfully.");
  assert.deepEqual(data.a, { success: true, accessType: "restricted", message: "Document access type updated." });
  assert.equal((await storedDocuments(w)).get("a")?.accessType, "restricted");
});
