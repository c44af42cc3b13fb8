import assert from "node:assert/strict";
import { test } from "node:test";
import { addEndpoint, eventsSent } from "#testing/fixtures/webhooks/webhooks";
import { addExampleData } from "#testing/harness/example-world";
import { type World, world } from "#testing/harness/world";

const path = "/v2/organizations/delete";

/** How many documents are left below the tenant's organizations. */
async function leftBelow(w: World, id: string): Promise<number> {
  const { store } = w.context;
  const count = async (path: string, children: string[]): Promise<number> => {
    let total = 0;
    for (const child of children) {
      const { docs } = await store.query({ collection: `${path}/${child}` });
      const below = { userGroups: ["members"], folders: ["users", "grants"], documents: ["users", "grants"] }[child];
      total += docs.length;
      for (const doc of docs) total += await count(doc.path, below ?? []);
    }
    return total;
  };
  const organization = `apiKeys/${w.tenant.apiKeyId}/organizations/${id}`;
  return count(organization, ["users", "grants", "userGroups", "folders", "documents"]);
}

test("an organization goes with all that is in it, one that is missing fails alone, and the rest stays", async () => {
  const w = await world();
  await addExampleData(w, w.tenant);
  const other = await w.newTenant();
  await addExampleData(w, other);
  assert.ok((await leftBelow(w, "acme")) > 10);
  assert.deepEqual(await w.ok(path, { organizationIds: ["acme", "nobody"] }), {
    status: "success",
    message: "Organization(s) deleted successfully.",
    data: {
      acme: { success: true, id: "acme", message: "Deleted Successfully" },
      nobody: { success: false, id: "nobody", message: "Organization does not exist", code: "not-found" },
    },
  });
  await w.drain();
  assert.equal(await leftBelow(w, "acme"), 0);
  const idsOf = async (tenant = w.tenant) =>
    (await w.ok("/v2/organizations/get", {}, { tenant })).data.map(({ id }: { id: string }) => id);
  assert.deepEqual(await idsOf(), ["globex"]);
  assert.deepEqual(await idsOf(other), ["acme", "globex"]);
  assert.equal((await w.ok("/v2/users/get", { organizationId: "acme" }, { tenant: other })).data.length, 3);
});

test("a deleted organization can be made again and starts empty", async () => {
  const w = await world();
  await addExampleData(w, w.tenant);
  await w.ok(path, { organizationIds: ["acme"] });
  await w.drain();
  assert.equal((await w.fails("/v2/users/get", { organizationId: "acme" })).message, "Organization does not exist.");
  await w.ok("/v2/users/add", { organizationId: "acme", users: [{ userId: "new" }] });
  const { data } = await w.ok("/v2/users/get", { organizationId: "acme" });
  assert.deepEqual(data, [{ email: "", name: "", userId: "new" }]);
  assert.equal(await leftBelow(w, "acme"), 1);
});

test("while it is being deleted an organization is gone for readers and can't be made", async () => {
  const w = await world();
  await addExampleData(w, w.tenant);
  const acme = `apiKeys/${w.tenant.apiKeyId}/organizations/acme`;
  await w.context.store.commit([{ op: "update", path: acme, data: { deleting: true } }]);
  const users = [{ userId: "new" }];
  assert.equal((await w.fails("/v2/users/get", { organizationId: "acme" })).status, "NOT_FOUND");
  assert.equal((await w.fails("/v2/users/update", { organizationId: "acme", users })).status, "NOT_FOUND");
  const refused = await w.fails("/v2/users/add", { organizationId: "acme", users });
  assert.deepEqual([refused.status, refused.headers["retry-after"]], ["ABORTED", "1"]);
  const organizations = [{ organizationId: "acme" }];
  assert.equal((await w.ok("/v2/organizations/add", { organizations })).data.acme.code, "aborted");
  assert.equal((await w.ok(path, { organizationIds: ["acme"] })).data.acme.code, "not-found");
});

test("of two calls at once that delete the same organization one succeeds", async () => {
  const w = await world();
  await addExampleData(w, w.tenant);
  const calls = [1, 2].map(() => w.ok(path, { organizationIds: ["acme"] }));
  const outcomes = (await Promise.all(calls)).map(({ data }) => data.acme.success);
  assert.deepEqual(outcomes.sort(), [false, true]);
  await w.drain();
  assert.equal(await leftBelow(w, "acme"), 0);
});

test("250 organizations of one call all go", async () => {
  const w = await world();
  const organizationIds = Array.from({ length: 250 }, (_, i) => `o${i}`);
  await w.ok("/v2/organizations/add", { organizations: organizationIds.map((organizationId) => ({ organizationId })) });
  await w.ok(path, { organizationIds });
  await w.drain();
  assert.deepEqual((await w.ok("/v2/organizations/get", {})).data, []);
  assert.equal(await w.context.store.count({ collection: `apiKeys/${w.tenant.apiKeyId}/organizations` }), 0);
});

test("it tells once of each organization that it deletes, and not of what goes with it", async () => {
  const w = await world();
  await addExampleData(w, w.tenant);
  await addEndpoint(w, "all");
  await w.ok(path, { organizationIds: ["acme", "nobody"] });
  assert.deepEqual(await eventsSent(w), [["organization.delete", { organizationId: "acme" }]]);
  await w.ok(path, { organizationIds: ["acme"] });
  assert.deepEqual(await eventsSent(w), []);
});
