import assert from "node:assert/strict";
import { test } from "node:test";
import { addDocuments, storedDocuments } from "#testing/fixtures/documents/documents";
import { world } from "#testing/harness/world";

test("v1 disables documents as v2 does", async () => {
  const w = await world();
  await addDocuments(w, ["a", "b"]);
  const { message, data } = await w.ok("/v1/organizations/documents/access/disablestate/update", {
    organizationId: "acme",
    documentIds: ["a"],
    disabled: true,
  });
  assert.equal(message, "Updated disable state for documents successfully.");
  assert.deepEqual(data.a, { success: true, disabled: true, message: "Document disabled state updated." });
  assert.equal((await storedDocuments(w)).get("a")?.disabled, true);
});
