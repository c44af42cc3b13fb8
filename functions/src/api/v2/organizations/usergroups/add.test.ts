import { expect, test } from "@jest/globals";
import { groupPath } from "#domain/organizations/store/groups";
import { addEndpoint, eventsSent } from "#testing/fixtures/webhooks/webhooks";
import { type RoundTripItem, testRoundTrip } from "#testing/harness/properties/round-trip";
import { type World, world } from "#testing/harness/world";

const path = "/v2/organizations/usergroups/add";
const acme = { organizationId: "acme" };

async function nameOf(w: World, groupId: string) {
  const storedGroup = await w.context.store.get(groupPath(`apiKeys/${w.tenant.apiKeyId}/organizations/acme`, groupId));
  return storedGroup?.data.groupName;
}

test("groups are added, named by their id by default", async () => {
  const w = await world();
  await w.ok("/v2/organizations/add", { organizations: [acme] });
  const organizationUserGroups = [{ groupId: "eng", groupName: "Engineers" }, { groupId: "ops" }];
  expect(await w.ok(path, { ...acme, organizationUserGroups })).toStrictEqual({
    status: "success",
    message: "Organization User Groups added successfully.",
    data: {
      eng: { success: true, id: "eng", message: "Organization user group added." },
      ops: { success: true, id: "ops", message: "Organization user group added." },
    },
  });
  expect([await nameOf(w, "eng"), await nameOf(w, "ops")]).toStrictEqual(["Engineers", "ops"]);
});

test("an existing group is renamed when a name is sent, and keeps its members", async () => {
  const w = await world();
  await w.ok("/v2/users/add", { ...acme, users: [{ userId: "ada" }] });
  const add = (group: object) => w.ok(path, { ...acme, organizationUserGroups: [{ groupId: "eng", ...group }] });
  await add({ groupName: "Engineers" });
  const member = { ...acme, organizationUserGroupId: "eng", userIds: ["ada"] };
  await w.ok("/v2/organizations/usergroups/users/add", member);
  await add({});
  expect(await nameOf(w, "eng")).toBe("Engineers");
  await add({ groupName: "Builders" });
  expect(await nameOf(w, "eng")).toBe("Builders");
  expect((await w.ok("/v2/users/get", { ...acme, organizationUserGroupIds: ["eng"] })).data.length).toBe(1);
});

test("a missing organization fails the call unless the call asks to create it", async () => {
  const w = await world();
  const request = { ...acme, organizationUserGroups: [{ groupId: "eng" }] };
  const error = await w.fails(path, request);
  expect([error.status, error.message]).toStrictEqual(["NOT_FOUND", "Organization does not exist."]);
  expect((await w.ok(path, { ...request, createOrganization: true })).data.eng.success).toBe(true);
  expect((await w.ok("/v2/organizations/get", {})).data.length).toBe(1);
});

test("a repeated group is refused", async () => {
  const w = await world();
  const error = await w.fails(path, { ...acme, organizationUserGroups: [{ groupId: "g" }, { groupId: "g" }] });
  expect(error.message).toBe('data.organizationUserGroups names "g" more than once.');
});

test("the organization that the call creates emits an event, and a group none", async () => {
  const w = await world();
  await addEndpoint(w, "all");
  const request = { ...acme, organizationUserGroups: [{ groupId: "eng" }] };
  await w.fails(path, request);
  for (const _ of [1, 2]) await w.ok(path, { ...request, createOrganization: true });
  expect(await eventsSent(w)).toStrictEqual([["organization.add", acme]]);
});

testRoundTrip(path, "a user group", {
  list: "organizationUserGroups",
  beside: { ...acme, createOrganization: true },
  id: "groupId",
  owned: ["createdAt"],
  read: async (w) => (await w.ok("/v2/organizations/usergroups/get", acme)).data,
  toRead: (group: RoundTripItem) => ({ groupName: group.groupId, ...group }),
});
