import { expect, test } from "@jest/globals";
import { defaultFeatures } from "#domain/workspaces/features";
import { apiKeyPath } from "#domain/workspaces/store/api-keys";
import { credentials } from "#domain/workspaces/store/credentials";
import { addDocuments } from "#testing/fixtures/documents/documents";
import { idsBy, testPaging } from "#testing/harness/properties/paging";
import { world } from "#testing/harness/world";

const path = "/v1/organizations/documents/get";

test("v1 reads documents without advanced queries", async () => {
  const w = await world();
  await addDocuments(w, ["a", "b", "c"]);
  const features = { ...defaultFeatures, advancedQueries: false };
  await w.context.store.commit([{ op: "merge", path: apiKeyPath(w.tenant.apiKeyId), data: { features } }]);
  credentials(w.context).forget("apiKey", w.tenant.apiKeyId);
  const v2 = await w.fails("/v2/organizations/documents/get", { organizationId: "acme" });
  expect(v2.status).toBe("FAILED_PRECONDITION");
  const { message, data } = await w.ok(path, { organizationId: "acme", documentIds: ["c", "x"] });
  expect(message).toBe("Document(s) retrieved successfully.");
  expect(data[0].id).toBe("c");
  expect(data[1]).toStrictEqual({ id: "x", success: false, message: "Document does not exist", code: "not-found" });
  const first = await w.ok(path, { organizationId: "acme", pageSize: 2 });
  const second = await w.ok(path, { organizationId: "acme", pageSize: 2, pageToken: first.pageToken });
  expect([first.data.length, second.data.length, second.pageToken]).toStrictEqual([2, 1, undefined]);
});

testPaging(path, "an organization's documents", {
  query: { organizationId: "acme" },
  before: (w) => w.ok("/v2/organizations/add", { organizations: [{ organizationId: "acme" }] }),
  insert: (w, documentId) => addDocuments(w, [documentId]),
  remove: (w, id) => w.ok("/v2/organizations/documents/delete", { organizationId: "acme", documentIds: [id] }),
  ids: idsBy("id"),
});
