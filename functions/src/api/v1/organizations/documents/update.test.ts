import assert from "node:assert/strict";
import { test } from "node:test";
import { addDocuments, storedDocuments } from "#testing/fixtures/documents/documents";
import { world } from "#testing/harness/world";

test("v1 changes documents as v2 does, and answers for each", async () => {
  const w = await world();
  await addDocuments(w, ["a", "b"]);
  const { message, data } = await w.ok("/v1/organizations/documents/update", {
    organizationId: "acme",
    documents: [{ documentId: "a", documentName: "A" }, { documentId: "x" }],
  });
  assert.equal(message, "Document(s) updated successfully.");
  assert.deepEqual([data.a.message, data.x.code], ["Updated Successfully", "not-found"]);
  assert.equal((await storedDocuments(w)).get("a")?.documentName, "A");
});
