import { expect, test } from "@jest/globals";
import { setFeatures } from "#testing/harness/example-world";
import { idsBy, testPaging } from "#testing/harness/properties/paging";
import { type World, world } from "#testing/harness/world";

test("v1 reads organizations also without advanced queries", async () => {
  const w = await world();
  await w.ok("/v1/organizations/add", { organizations: [{ organizationId: "acme" }] });
  const off = {
    advancedQueries: false,
    activityService: false,
    notificationPreferences: false,
    advancedWebhooks: false,
  };
  await setFeatures(w, w.tenant, off);
  const acme = { id: "acme", organizationName: "acme", disabled: false };
  const nobody = { id: "nobody", success: false, message: "Organization does not exist", code: "not-found" };
  expect((await w.ok("/v1/organizations/get", {})).data).toStrictEqual([acme]);
  const reply = await w.ok("/v1/organizations/get", { organizationIds: ["nobody", "acme"] });
  expect(reply.data).toStrictEqual([nobody, acme]);
  expect((await w.fails("/v2/organizations/get", {})).status).toBe("FAILED_PRECONDITION");
});

/** Adds organizations. @returns their ids. */
async function addOrganizations(w: World, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, i) => `o${String(i).padStart(4, "0")}`);
  for (let start = 0; start < ids.length; start += 500) {
    const organizations = ids.slice(start, start + 500).map((organizationId) => ({ organizationId }));
    await w.ok("/v1/organizations/add", { organizations });
  }
  return ids;
}

test("v1 returns organizations in pages of 1,000", async () => {
  const w = await world();
  await addOrganizations(w, 1001);
  const { data, nextPageToken } = await w.ok("/v1/organizations/get", { pageSize: 5 });
  expect(data.length).toBe(1000);
  const rest = await w.ok("/v1/organizations/get", { pageToken: nextPageToken });
  expect(rest.data).toStrictEqual([{ id: "o1000", organizationName: "o1000", disabled: false }]);
});

testPaging("/v1/organizations/get", "all organizations", {
  query: {},
  crowd: (w) => addOrganizations(w, 998),
  insert: (w, organizationId) => w.ok("/v1/organizations/add", { organizations: [{ organizationId }] }),
  remove: (w, organizationId) => w.ok("/v1/organizations/delete", { organizationIds: [organizationId] }),
  ids: idsBy("id"),
});
