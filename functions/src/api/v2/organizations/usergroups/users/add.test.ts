import { expect, test } from "@jest/globals";
import { addEndpoint, eventsSent } from "#testing/fixtures/webhooks/webhooks";
import { type RoundTripItem, testRoundTrip } from "#testing/harness/properties/round-trip";
import { dump } from "#testing/harness/store/store-dump";
import { tries } from "#testing/harness/store/test-store";
import { type World, world } from "#testing/harness/world";

const path = "/v2/organizations/usergroups/users/add";
const group = { organizationId: "acme", organizationUserGroupId: "eng" };

async function worldOfGroup(...userIds: string[]): Promise<World> {
  const w = await world();
  await w.ok("/v2/users/add", { organizationId: "acme", users: userIds.map((userId) => ({ userId })) });
  const organizationUserGroups = [{ groupId: "eng" }];
  await w.ok("/v2/organizations/usergroups/add", { organizationId: "acme", organizationUserGroups });
  return w;
}

async function members(w: World): Promise<string[]> {
  const { data } = await w.ok("/v2/users/get", { organizationId: "acme", organizationUserGroupIds: ["eng"] });
  return data.map(({ userId }: { userId: string }) => userId);
}

test("users of the organization join, others fail on their own", async () => {
  const w = await worldOfGroup("ada", "lin");
  const place = { organizationId: "acme", documentId: "plan", createDocument: true };
  await w.ok("/v2/users/add", { ...place, users: [{ userId: "guest" }] });
  expect(await w.ok(path, { ...group, userIds: ["ada", "guest"] })).toStrictEqual({
    status: "success",
    message: "Added organization users to group successfully.",
    data: {
      ada: { success: true, organizationUserGroupId: "eng", message: "User added to organization user group." },
      guest: {
        success: false,
        organizationUserGroupId: "eng",
        id: "guest",
        message: "User does not exist.",
        code: "not-found",
      },
    },
  });
  expect(await members(w)).toStrictEqual(["ada"]);
});

test("adding a user who is already in the group changes nothing", async () => {
  const w = await worldOfGroup("ada");
  for (const _ of [1, 2]) expect((await w.ok(path, { ...group, userIds: ["ada"] })).data.ada.success).toBe(true);
  expect(await members(w)).toStrictEqual(["ada"]);
});

for (const path of ["/v2/organizations/usergroups/users/add", "/v1/organizations/usergroups/users/add"])
  test(`${path} creates a missing group once, and it behaves like any other`, async () => {
    const w = await world();
    await w.ok("/v2/users/add", { organizationId: "acme", users: [{ userId: "ada" }, { userId: "lin" }] });
    const [one, other] = await Promise.all(
      ["ada", "lin"].map((userId) => w.ok(path, { ...group, userIds: [userId, "nobody"] })),
    );
    expect([one?.data.ada.success, other?.data.lin.success]).toStrictEqual([true, true]);
    expect(await members(w)).toStrictEqual(["ada", "lin"]);
    const storedGroup = await w.context.store.get(`apiKeys/${w.tenant.apiKeyId}/organizations/acme/userGroups/eng`);
    expect(storedGroup?.data).toStrictEqual({ groupName: "eng", createdAt: w.context.now() });
    await w.ok("/v2/organizations/usergroups/users/delete", { ...group, deleteAll: true });
    expect(await members(w)).toStrictEqual([]);
  });

test("a missing organization fails the call, and no group is created", async () => {
  const w = await worldOfGroup("ada");
  const before = await dump(w.context.store);
  const noOrganization = await w.fails(path, { ...group, organizationId: "globex", userIds: ["ada"] });
  expect(noOrganization.message).toBe("Organization does not exist.");
  expect(await dump(w.context.store)).toStrictEqual(before);
});

test("a user who leaves the organization while joining a group is in none afterwards", async () => {
  const userIds = Array.from({ length: tries(20) }, (_, i) => `u${i}`);
  const w = await worldOfGroup(...userIds);
  await Promise.all(
    userIds.flatMap((userId) => [
      w.ok(path, { ...group, userIds: [userId] }),
      w.ok("/v2/users/delete", { organizationId: "acme", userIds: [userId] }),
    ]),
  );
  await w.drain();
  await w.ok("/v2/users/add", { organizationId: "acme", users: userIds.map((userId) => ({ userId })) });
  expect(await members(w)).toStrictEqual([]);
});

test("each user who joins emits one event, and a failed one none", async () => {
  const w = await worldOfGroup("ada", "lin");
  await addEndpoint(w, "all");
  await w.ok(path, { ...group, userIds: ["ada", "nobody"] });
  await w.ok(path, { ...group, userIds: ["ada", "lin"] });
  await w.fails(path, { ...group, organizationId: "globex", userIds: ["ada"] });
  expect(await eventsSent(w)).toStrictEqual([
    ["usergroup.user_add", { ...group, userId: "ada" }],
    ["usergroup.user_add", { ...group, userId: "lin" }],
  ]);
});

testRoundTrip(path, "the membership of a user group", {
  list: "userIds",
  beside: { organizationId: "acme", organizationUserGroupId: "engineers" },
  async before(w, userIds) {
    const acme = { organizationId: "acme" };
    await w.ok("/v2/users/add", { ...acme, users: userIds.map((userId) => ({ userId })) });
    await w.ok("/v2/organizations/usergroups/add", { ...acme, organizationUserGroups: [{ groupId: "engineers" }] });
  },
  async read(w) {
    const query = { organizationId: "acme", organizationUserGroupIds: ["engineers"] };
    return (await w.ok("/v2/users/get", query)).data.map(({ userId }: RoundTripItem) => userId);
  },
});
