import assert from "node:assert/strict";
import { test } from "node:test";
import { groupPath } from "#domain/organizations/store/groups";
import { addEndpoint, eventsSent } from "#testing/fixtures/webhooks/webhooks";
import { noRoundTrip } from "#testing/harness/round-trip";
import { type World, world } from "#testing/harness/world";

const path = "/v2/organizations/usergroups/add";
const acme = { organizationId: "acme" };

async function nameOf(w: World, groupId: string) {
  const found = await w.context.store.get(groupPath(`apiKeys/${w.tenant.apiKeyId}/organizations/acme`, groupId));
  return found?.data.groupName;
}

test("groups are added, called by their id when they have no name", async () => {
  const w = await world();
  await w.ok("/v2/organizations/add", { organizations: [acme] });
  const organizationUserGroups = [{ groupId: "eng", groupName: "Engineers" }, { groupId: "ops" }];
  assert.deepEqual(await w.ok(path, { ...acme, organizationUserGroups }), {
    status: "success",
    message: "Organization User Groups added successfully.",
    data: {
      eng: { success: true, id: "eng", message: "Organization user group added." },
      ops: { success: true, id: "ops", message: "Organization user group added." },
    },
  });
  assert.deepEqual([await nameOf(w, "eng"), await nameOf(w, "ops")], ["Engineers", "ops"]);
});

test("a group that exists is renamed, keeps its name when none is given, and keeps its members", async () => {
  const w = await world();
  await w.ok("/v2/users/add", { ...acme, users: [{ userId: "ada" }] });
  const add = (group: object) => w.ok(path, { ...acme, organizationUserGroups: [{ groupId: "eng", ...group }] });
  await add({ groupName: "Engineers" });
  const member = { ...acme, organizationUserGroupId: "eng", userIds: ["ada"] };
  await w.ok("/v2/organizations/usergroups/users/add", member);
  await add({});
  assert.equal(await nameOf(w, "eng"), "Engineers");
  await add({ groupName: "Builders" });
  assert.equal(await nameOf(w, "eng"), "Builders");
  assert.equal((await w.ok("/v2/users/get", { ...acme, organizationUserGroupIds: ["eng"] })).data.length, 1);
});

test("a missing organization fails the call unless it is to be made", async () => {
  const w = await world();
  const request = { ...acme, organizationUserGroups: [{ groupId: "eng" }] };
  const error = await w.fails(path, request);
  assert.deepEqual([error.status, error.message], ["NOT_FOUND", "Organization does not exist."]);
  assert.equal((await w.ok(path, { ...request, createOrganization: true })).data.eng.success, true);
  assert.equal((await w.ok("/v2/organizations/get", {})).data.length, 1);
});

test("the same group twice is refused", async () => {
  const w = await world();
  const error = await w.fails(path, { ...acme, organizationUserGroups: [{ groupId: "g" }, { groupId: "g" }] });
  assert.equal(error.message, 'data.organizationUserGroups names "g" more than once.');
});

test("it tells of the organization that it makes, and of no group", async () => {
  const w = await world();
  await addEndpoint(w, "all");
  const request = { ...acme, organizationUserGroups: [{ groupId: "eng" }] };
  await w.fails(path, request);
  for (const _ of [1, 2]) await w.ok(path, { ...request, createOrganization: true });
  assert.deepEqual(await eventsSent(w), [["organization.add", acme]]);
});

noRoundTrip(path, "No endpoint gives out groups; their members are read with users/get.");
