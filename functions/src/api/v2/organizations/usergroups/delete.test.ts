import { expect, test } from "@jest/globals";
import { addEndpoint, eventsSent } from "#testing/fixtures/webhooks/webhooks";
import { type World, world } from "#testing/harness/world";

const path = "/v2/organizations/usergroups/delete";
const acme = { organizationId: "acme" };
const deleted = (id: string) => ({ success: true, id, message: "Organization user group deleted." });
const missing = (id: string) => ({
  success: false,
  id,
  message: "Organization user group does not exist.",
  code: "not-found",
});

/** A world where these users are in the groups `eng` and `ops`. */
async function worldOfGroups(...userIds: string[]): Promise<World> {
  const w = await world();
  await w.ok("/v2/users/add", { ...acme, users: userIds.map((userId) => ({ userId })) });
  for (const organizationUserGroupId of ["eng", "ops"])
    await w.ok("/v2/organizations/usergroups/users/add", { ...acme, organizationUserGroupId, userIds });
  return w;
}

async function members(w: World, groupId: string): Promise<string[]> {
  const { data } = await w.ok("/v2/users/get", { ...acme, organizationUserGroupIds: [groupId] });
  return data.map(({ userId }: { userId: string }) => userId);
}

const groups = async (w: World): Promise<string[]> =>
  (await w.ok("/v2/organizations/usergroups/get", acme)).data.map(({ groupId }: { groupId: string }) => groupId);

test("groups are deleted with their memberships, a missing one fails on its own, and their members stay in the organization", async () => {
  const w = await worldOfGroups("ada", "lin");
  expect(await w.ok(path, { ...acme, organizationUserGroupIds: ["eng", "none"] })).toStrictEqual({
    status: "success",
    message: "Organization user group(s) deleted successfully.",
    data: { eng: deleted("eng"), none: missing("none") },
  });
  expect(await groups(w)).toStrictEqual(["ops"]);
  expect([await members(w, "eng"), await members(w, "ops")]).toStrictEqual([[], ["ada", "lin"]]);
  expect((await w.ok("/v2/users/get", acme)).data).toHaveLength(2);
  // A new group with the same id starts empty.
  await w.ok("/v2/organizations/usergroups/add", { ...acme, organizationUserGroups: [{ groupId: "eng" }] });
  expect(await members(w, "eng")).toStrictEqual([]);
});

test("a group with several pages of members is deleted as a whole, each member leaves with one event, and the audit log names the group", async () => {
  const userIds = Array.from({ length: 310 }, (_, i) => `u${String(i).padStart(3, "0")}`);
  const w = await worldOfGroups(...userIds);
  await addEndpoint(w, "all");
  await w.ok(path, { ...acme, organizationUserGroupIds: ["eng"] });
  const deleteEvents = userIds.map((userId) => [
    "usergroup.user_delete",
    { ...acme, organizationUserGroupId: "eng", userId },
  ]);
  expect(await eventsSent(w)).toStrictEqual(deleteEvents);
  expect([await groups(w), await members(w, "eng")]).toStrictEqual([["ops"], []]);
  const { data } = await w.ok("/v2/workspace/auditlog/get", { action: "usergroup.delete" });
  expect(data[0].targets).toMatchObject({ organizationId: { ids: ["acme"] }, groupId: { ids: ["eng"] } });
});

test("a user who joins a group while it is being deleted is in a group that exists, or in none", async () => {
  const w = await worldOfGroups("ada", "lin");
  const join = { ...acme, organizationUserGroupId: "eng", userIds: ["lin"] };
  await Promise.all([
    w.ok(path, { ...acme, organizationUserGroupIds: ["eng"] }),
    w.ok("/v2/organizations/usergroups/users/add", join),
  ]);
  expect(await members(w, "eng")).toStrictEqual((await groups(w)).includes("eng") ? ["lin"] : []);
});

test("an organization that does not exist fails the call", async () => {
  const w = await worldOfGroups("ada");
  const error = await w.fails(path, { organizationId: "globex", organizationUserGroupIds: ["eng"] });
  expect([error.status, error.message]).toStrictEqual(["NOT_FOUND", "Organization does not exist."]);
});
