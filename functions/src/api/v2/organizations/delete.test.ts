import { expect, test } from "@jest/globals";
import { addEndpoint, eventsSent } from "#testing/fixtures/webhooks/webhooks";
import { addExampleData } from "#testing/harness/example-world";
import { type World, world } from "#testing/harness/world";

const path = "/v2/organizations/delete";

/** The number of remaining documents below the tenant's organizations. */
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

test("an organization is deleted with everything in it, a missing one fails on its own, and the rest stays", async () => {
  const w = await world();
  await addExampleData(w, w.tenant);
  const other = await w.newTenant();
  await addExampleData(w, other);
  expect(await leftBelow(w, "acme")).toBeGreaterThan(10);
  expect(await w.ok(path, { organizationIds: ["acme", "nobody"] })).toStrictEqual({
    status: "success",
    message: "Organization(s) deleted successfully.",
    data: {
      acme: { success: true, id: "acme", message: "Deleted Successfully" },
      nobody: { success: false, id: "nobody", message: "Organization does not exist", code: "not-found" },
    },
  });
  await w.drain();
  expect(await leftBelow(w, "acme")).toBe(0);
  const idsOf = async (tenant = w.tenant) =>
    (await w.ok("/v2/organizations/get", {}, { tenant })).data.map(({ id }: { id: string }) => id);
  expect(await idsOf()).toStrictEqual(["globex"]);
  expect(await idsOf(other)).toStrictEqual(["acme", "globex"]);
  expect((await w.ok("/v2/users/get", { organizationId: "acme" }, { tenant: other })).data.length).toBe(3);
});

test("a deleted organization can be created again and starts empty", async () => {
  const w = await world();
  await addExampleData(w, w.tenant);
  await w.ok(path, { organizationIds: ["acme"] });
  await w.drain();
  expect((await w.fails("/v2/users/get", { organizationId: "acme" })).message).toBe("Organization does not exist.");
  await w.ok("/v2/users/add", { organizationId: "acme", users: [{ userId: "new" }] });
  const { data } = await w.ok("/v2/users/get", { organizationId: "acme" });
  expect(data).toStrictEqual([{ email: "", name: "", userId: "new" }]);
  expect(await leftBelow(w, "acme")).toBe(1);
});

test("an organization that is being deleted is missing for readers and can't be created", async () => {
  const w = await world();
  await addExampleData(w, w.tenant);
  const acme = `apiKeys/${w.tenant.apiKeyId}/organizations/acme`;
  await w.context.store.commit([{ op: "update", path: acme, data: { deleting: true } }]);
  const users = [{ userId: "new" }];
  expect((await w.fails("/v2/users/get", { organizationId: "acme" })).status).toBe("NOT_FOUND");
  expect((await w.fails("/v2/users/update", { organizationId: "acme", users })).status).toBe("NOT_FOUND");
  const refused = await w.fails("/v2/users/add", { organizationId: "acme", users });
  expect([refused.status, refused.headers["retry-after"]]).toStrictEqual(["ABORTED", "1"]);
  const organizations = [{ organizationId: "acme" }];
  expect((await w.ok("/v2/organizations/add", { organizations })).data.acme.code).toBe("aborted");
  expect((await w.ok(path, { organizationIds: ["acme"] })).data.acme.code).toBe("not-found");
});

test("of two concurrent calls that delete the same organization one succeeds", async () => {
  const w = await world();
  await addExampleData(w, w.tenant);
  const calls = [1, 2].map(() => w.ok(path, { organizationIds: ["acme"] }));
  const outcomes = (await Promise.all(calls)).map(({ data }) => data.acme.success);
  expect(outcomes.sort()).toStrictEqual([false, true]);
  await w.drain();
  expect(await leftBelow(w, "acme")).toBe(0);
});

test("all 250 organizations of one call are deleted", async () => {
  const w = await world();
  const organizationIds = Array.from({ length: 250 }, (_, i) => `o${i}`);
  await w.ok("/v2/organizations/add", { organizations: organizationIds.map((organizationId) => ({ organizationId })) });
  await w.ok(path, { organizationIds });
  await w.drain();
  expect((await w.ok("/v2/organizations/get", {})).data).toStrictEqual([]);
  expect(await w.context.store.count({ collection: `apiKeys/${w.tenant.apiKeyId}/organizations` })).toBe(0);
});

test("each deleted organization emits one event, and its contents emit none", async () => {
  const w = await world();
  await addExampleData(w, w.tenant);
  await addEndpoint(w, "all");
  await w.ok(path, { organizationIds: ["acme", "nobody"] });
  expect(await eventsSent(w)).toStrictEqual([["organization.delete", { organizationId: "acme" }]]);
  await w.ok(path, { organizationIds: ["acme"] });
  expect(await eventsSent(w)).toStrictEqual([]);
});
