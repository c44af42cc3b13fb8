import { expect, test } from "@jest/globals";
import { addEndpoint, eventsSent } from "#testing/fixtures/webhooks/webhooks";
import { type World, world } from "#testing/harness/world";

const path = "/v2/organizations/usergroups/users/delete";
const group = { organizationId: "acme", organizationUserGroupId: "eng" };
const successResult = {
  success: true,
  organizationUserGroupId: "eng",
  message: "User deleted from organization user group.",
};

const missing = (id: string) => ({
  success: false,
  organizationUserGroupId: "eng",
  id,
  message: "User is not in the organization user group.",
  code: "not-found",
});

/** A world with a group of these users; the last of them is in another group too. */
async function worldOfMembers(...userIds: string[]): Promise<World> {
  const w = await world();
  for (let start = 0; start < userIds.length; start += 500) {
    const some = userIds.slice(start, start + 500);
    await w.ok("/v2/users/add", { organizationId: "acme", users: some.map((userId) => ({ userId })) });
    const organizationUserGroups = [{ groupId: "eng" }, { groupId: "ops" }];
    await w.ok("/v2/organizations/usergroups/add", { organizationId: "acme", organizationUserGroups });
    await w.ok("/v2/organizations/usergroups/users/add", { ...group, userIds: some });
  }
  const ops = { organizationId: "acme", organizationUserGroupId: "ops", userIds: userIds.slice(-1) };
  await w.ok("/v2/organizations/usergroups/users/add", ops);
  return w;
}

async function members(w: World, groupId: string): Promise<string[]> {
  const { data } = await w.ok("/v2/users/get", { organizationId: "acme", organizationUserGroupIds: [groupId] });
  return data.map(({ userId }: { userId: string }) => userId);
}

test("named users leave the group and stay in the organization; a user who is not in it fails on their own", async () => {
  const w = await worldOfMembers("ada", "lin");
  expect(await w.ok(path, { ...group, userIds: ["ada", "nobody"] })).toStrictEqual({
    status: "success",
    message: "Deleted users from group successfully.",
    data: {
      ada: successResult,
      nobody: missing("nobody"),
    },
  });
  expect(await members(w, "eng")).toStrictEqual(["lin"]);
  expect((await w.ok("/v2/users/get", { organizationId: "acme" })).data.length).toBe(2);
});

test("deleteAll removes every user in pages, from this group only", async () => {
  const userIds = Array.from({ length: 700 }, (_, i) => `u${String(i).padStart(3, "0")}`);
  const w = await worldOfMembers(...userIds);
  const { data } = await w.ok(path, { ...group, deleteAll: true });
  expect(data).toStrictEqual(Object.fromEntries(userIds.map((id) => [id, successResult])));
  expect(await members(w, "eng")).toStrictEqual([]);
  expect(await members(w, "ops")).toStrictEqual(["u699"]);
  expect((await w.ok(path, { ...group, deleteAll: true })).data).toStrictEqual({});
});

for (const path of ["/v2/organizations/usergroups/users/delete", "/v1/organizations/usergroups/users/delete"])
  test(`${path} accepts deleteAll with or without userIds, and an empty list`, async () => {
    for (const userIds of [undefined, [], ["ada"]]) {
      const w = await worldOfMembers("ada", "lin");
      expect((await w.ok(path, { ...group, userIds, deleteAll: true })).data).toStrictEqual({
        ada: successResult,
        lin: successResult,
      });
      expect(await members(w, "eng")).toStrictEqual([]);
    }
    const w = await worldOfMembers("ada");
    const { data } = await w.ok(path, { ...group, userIds: ["nobody", "ada"], deleteAll: true });
    expect(data).toStrictEqual({ ada: successResult, nobody: missing("nobody") });
  });

test("without deleteAll users must be named", async () => {
  const w = await worldOfMembers("ada");
  for (const request of [{}, { deleteAll: false }, { userIds: [] }, { userIds: [], deleteAll: false }]) {
    const { status, message } = await w.fails(path, { ...group, ...request });
    expect(status).toBe("INVALID_ARGUMENT");
    expect(message).toMatch(/^data\.userIds must name users unless deleteAll is true/);
  }
  expect(await members(w, "eng")).toStrictEqual(["ada"]);
  expect((await w.ok(path, { ...group, userIds: ["ada"], deleteAll: false })).data).toStrictEqual({
    ada: successResult,
  });
});

test("a missing group or organization fails the call", async () => {
  const w = await worldOfMembers("ada");
  for (const request of [{ userIds: ["ada"] }, { deleteAll: true }]) {
    const noGroup = await w.fails(path, { ...group, ...request, organizationUserGroupId: "nobody" });
    expect([noGroup.status, noGroup.message]).toStrictEqual(["NOT_FOUND", "Organization user group does not exist."]);
    const noOrganization = await w.fails(path, { ...group, ...request, organizationId: "globex" });
    expect([noOrganization.status, noOrganization.message]).toStrictEqual([
      "NOT_FOUND",
      "Organization does not exist.",
    ]);
  }
});

test("each user who leaves emits one event, named or with deleteAll", async () => {
  const userIds = Array.from({ length: 310 }, (_, i) => `u${String(i).padStart(3, "0")}`);
  const w = await worldOfMembers(...userIds);
  await addEndpoint(w, "all");
  for (const _ of [1, 2]) await w.ok(path, { ...group, userIds: ["u000", "nobody"] });
  expect(await eventsSent(w)).toStrictEqual([["usergroup.user_delete", { ...group, userId: "u000" }]]);
  for (const _ of [1, 2]) await w.ok(path, { ...group, deleteAll: true });
  expect(await eventsSent(w)).toStrictEqual(
    userIds.slice(1).map((userId) => ["usergroup.user_delete", { ...group, userId }]),
  );
});
