import assert from "node:assert/strict";
import { test } from "node:test";
import { addDocuments, storedDocuments } from "#testing/fixtures/documents/documents";
import { addFolders } from "#testing/fixtures/documents/folder-tree";
import { world } from "#testing/harness/world";

test("v1 moves documents as v2 does", async () => {
  const w = await world();
  await addFolders(w, [{ folderId: "f" }]);
  await addDocuments(w, ["a"]);
  const request = { organizationId: "acme", documentIds: ["a"], folderId: "f" };
  const reply = await w.ok("/v1/organizations/documents/move", request);
  assert.deepEqual(reply, { status: "success", message: "Documents moved successfully." });
  assert.equal((await storedDocuments(w)).get("a")?.folderId, "f");
});
