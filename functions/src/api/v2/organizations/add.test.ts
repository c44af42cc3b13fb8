import { expect, test } from "@jest/globals";
import { addEndpoint, eventsSent } from "#testing/fixtures/webhooks/webhooks";
import { reading, testRoundTrip } from "#testing/harness/properties/round-trip";
import { type World, world } from "#testing/harness/world";

const path = "/v2/organizations/add";

async function readOrganization(w: World, id: string) {
  return (await w.ok("/v2/organizations/get", { organizationIds: [id] })).data[0];
}

test("organizations are added, each with its result under its id", async () => {
  const w = await world();
  const organizations = [{ organizationId: "acme", organizationName: "Acme" }, { organizationId: "a/b" }];
  expect(await w.ok(path, { organizations })).toStrictEqual({
    status: "success",
    message: "Organization(s) added successfully.",
    data: {
      acme: { success: true, id: "acme", message: "Added Successfully" },
      "a/b": { success: true, id: "a/b", message: "Added Successfully" },
    },
  });
  expect(await readOrganization(w, "acme")).toStrictEqual({ id: "acme", organizationName: "Acme", disabled: false });
  expect(await readOrganization(w, "a/b")).toStrictEqual({ id: "a/b", organizationName: "a/b", disabled: false });
});

test("custom fields are returned as they were sent: nested arrays, order of keys, null, names of the service's own fields", async () => {
  const w = await world();
  const own = {
    matrix: [[1, [2, [3]]], []],
    z: { b: 1, a: [{ __proto__: 1 }] },
    nothing: null,
    createdAt: "long ago",
    open: { deep: true },
    deleting: true,
    "with/slash.and dot": "ü",
  };
  await w.ok(path, { organizations: [{ organizationId: "acme", ...own }] });
  const organization = await readOrganization(w, "acme");
  expect(organization).toStrictEqual({ ...own, id: "acme", organizationName: "acme", disabled: false });
  expect(Object.keys(organization.z)).toStrictEqual(["b", "a"]);
});

test("the customer can't set id and disabled", async () => {
  const w = await world();
  await w.ok(path, { organizations: [{ organizationId: "acme", id: "other", disabled: true, deleting: true }] });
  expect(await readOrganization(w, "acme")).toStrictEqual({
    deleting: true,
    id: "acme",
    organizationName: "acme",
    disabled: false,
  });
});

test("an existing organization is updated, and fields that are left out stay", async () => {
  const w = await world();
  await w.ok(path, { organizations: [{ organizationId: "acme", organizationName: "Acme", plan: "team", size: 5 }] });
  await w.ok("/v2/organizations/access/disablestate/update", { organizationIds: ["acme"], disabled: true });
  await w.ok(path, { organizations: [{ organizationId: "acme", plan: "enterprise" }] });
  const expected = { plan: "enterprise", size: 5, id: "acme", organizationName: "Acme", disabled: true };
  expect(await readOrganization(w, "acme")).toStrictEqual(expected);
});

test("51 custom fields, or more than 16 KiB of them, fail their organization but not the others", async () => {
  const w = await world();
  const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`f${i}`, i]));
  const organizations = [
    { organizationId: "51", ...fields(51) },
    { organizationId: "50", ...fields(50) },
    { organizationId: "17k", text: "ü".repeat(8 * 1024) },
    { organizationId: "16k", text: "x".repeat(16 * 1024 - '{"text":""}'.length) },
  ];
  const { data } = await w.ok(path, { organizations });
  const outcome = (id: string) => [data[id].success, data[id].code];
  expect(outcome("51")).toStrictEqual([false, "invalid-argument"]);
  expect(outcome("17k")).toStrictEqual([false, "invalid-argument"]);
  expect(outcome("50")).toStrictEqual([true, undefined]);
  expect(outcome("16k")).toStrictEqual([true, undefined]);
  expect((await readOrganization(w, "51")).code).toBe("not-found");
  expect((await readOrganization(w, "16k")).text.length).toBe(16 * 1024 - 11);
});

test("a call with 501 organizations or a repeated id is refused", async () => {
  const w = await world();
  const many = Array.from({ length: 501 }, (_, i) => ({ organizationId: `o${i}` }));
  const tooMany = await w.fails(path, { organizations: many });
  expect(tooMany.message).toBe("data.organizations must have at most 500 items.");
  const twice = await w.fails(path, { organizations: [{ organizationId: "o" }, { organizationId: "o" }] });
  expect(twice.message).toBe('data.organizations names "o" more than once.');
});

test("five concurrent calls that add the same organization with different fields lose none", async () => {
  const w = await world();
  const fields = Array.from({ length: 5 }, (_, i) => ({ [`field${i}`]: i }));
  await Promise.all(fields.map((field) => w.ok(path, { organizations: [{ organizationId: "acme", ...field }] })));
  const expected = Object.assign({}, ...fields, { id: "acme", organizationName: "acme", disabled: false });
  expect(await readOrganization(w, "acme")).toStrictEqual(expected);
});

test("new and changed organizations emit events, and no others", async () => {
  const w = await world();
  await addEndpoint(w, "all");
  await w.ok(path, { organizations: [{ organizationId: "acme", organizationName: "Acme", plan: "team" }] });
  const acme = { organizationId: "acme", organizationName: "Acme" };
  expect(await eventsSent(w)).toStrictEqual([["organization.add", acme]]);
  const tooMany = Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`field${i}`, i]));
  const same = { ...acme, plan: "team" };
  await w.ok(path, {
    organizations: [same, { organizationId: "globex" }, { organizationId: "initech", ...tooMany }],
  });
  expect(await eventsSent(w)).toStrictEqual([["organization.add", { organizationId: "globex" }]]);
  await w.ok(path, { organizations: [{ organizationId: "acme", plan: "enterprise" }] });
  expect(await eventsSent(w)).toStrictEqual([["organization.update", acme]]);
  await w.fails(path, { organizations: [{ organizationId: "new" }, { organizationId: "new" }] });
  expect(await eventsSent(w)).toStrictEqual([]);
});

testRoundTrip(path, "an organization", {
  list: "organizations",
  id: "organizationId",
  readId: "id",
  read: reading("/v2/organizations/get", {}),
  owned: ["disabled"],
  unread: ["id", "disabled"],
});
