import { expect, test } from "@jest/globals";
import { leaveAllPlaces } from "#domain/organizations/store/leaving";
import { grantPath } from "#domain/organizations/store/members";
import { MeteredStore } from "#store/metered";
import { addEndpoint, eventsSent } from "#testing/fixtures/webhooks/webhooks";
import { expectWithContext } from "#testing/harness/jest/context";
import { type World, world } from "#testing/harness/world";

const path = "/v2/users/delete";

async function worldOfUsers(...userIds: string[]): Promise<World> {
  const w = await world();
  await w.ok("/v2/users/add", { organizationId: "acme", users: userIds.map((userId) => ({ userId })) });
  return w;
}

async function idsOf(w: World, query = {}): Promise<string[]> {
  const { data } = await w.ok("/v2/users/get", { organizationId: "acme", ...query });
  return data.map(({ userId }: { userId: string }) => userId);
}

test("a user is removed, and a missing one fails on its own", async () => {
  const w = await worldOfUsers("ada", "lin");
  expect(await w.ok(path, { organizationId: "acme", userIds: ["ada", "nobody"] })).toStrictEqual({
    status: "success",
    message: "User(s) deleted successfully.",
    data: {
      ada: { success: true, message: "User removed." },
      nobody: { success: false, id: "nobody", message: "User does not exist.", code: "not-found" },
    },
  });
  expect(await idsOf(w)).toStrictEqual(["lin"]);
  expect((await w.ok(path, { organizationId: "acme", userIds: ["ada"] })).data.ada.success).toBe(false);
});

test("the user's permission at the level of the call is removed and those at other levels stay", async () => {
  const w = await worldOfUsers("ada");
  const document = { organizationId: "acme", documentId: "plan" };
  await w.ok("/v2/users/add", { ...document, createDocument: true, users: [{ userId: "ada" }] });
  const organization = `apiKeys/${w.tenant.apiKeyId}/organizations/acme`;
  const [above, below] = [grantPath(organization, "ada"), grantPath(`${organization}/documents/plan`, "ada")];
  for (const grant of [above, below])
    await w.context.store.commit([{ op: "create", path: grant, data: { accessRole: "editor", createdAt: 0 } }]);
  await w.ok(path, { ...document, userIds: ["ada"] });
  expect(await idsOf(w, { documentId: "plan" })).toStrictEqual([]);
  expect(await idsOf(w)).toStrictEqual(["ada"]);
  expect(await w.context.store.get(below)).toBeUndefined();
  expect(await w.context.store.get(above)).toBeTruthy();
});

test("a user who leaves the organization leaves its folders and documents too, and can be added to them again", async () => {
  const w = await worldOfUsers("ada", "lin");
  const documents = Array.from({ length: 30 }, (_, i) => ({ documentId: `d${i}` }));
  const places = [{ folderId: "f" }, ...documents].map((place) => ({ organizationId: "acme", ...place }));
  const users = ["ada", "lin"].map((userId) => ({ userId }));
  const resources = places.map(({ organizationId, ...place }) => {
    const [[type = "", id] = []] = Object.entries(place);
    return { type: type.replace("Id", ""), id, organizationId };
  });
  for (const place of places)
    await w.ok("/v2/users/add", { ...place, createDocument: true, createFolder: true, users });
  for (const user of users) await w.ok("/v2/auth/permissions/add", { user, permissions: { resources } });
  await w.ok("/v2/workspace/apikeyconfig/update", { defaultDocumentAccessType: "restricted" });
  const opens = async (userId: string) => {
    const questions = resources.map((resource) => ({ userId, resource }));
    const { data } = await w.ok("/v2/auth/access/check", { questions });
    return data.filter(({ allowed }: { allowed: boolean }) => allowed).length;
  };
  expect([await opens("ada"), await opens("lin")]).toStrictEqual([31, 31]);
  await w.ok(path, { organizationId: "acme", userIds: ["ada"] });
  w.advance(1);
  await w.ok("/v2/users/add", { organizationId: "acme", documentId: "d7", users: [{ userId: "ada" }] });
  await w.drain();
  await w.drain();
  expectWithContext(
    [await opens("ada"), await opens("lin")],
    "only access granted after leaving is left",
  ).toStrictEqual([1, 31]);
});

test("leaving many documents reads each of them once, and only those of the user's records that exist", async () => {
  const w = await worldOfUsers("ada");
  const documents = Array.from({ length: 60 }, (_, i) => ({ documentId: `d${i}` }));
  await w.ok("/v2/organizations/documents/add", { organizationId: "acme", documents });
  const cost = { reads: 0, writes: 0, trips: 0 };
  const organization = `apiKeys/${w.tenant.apiKeyId}/organizations/acme`;
  await leaveAllPlaces(new MeteredStore(w.context.store, cost), { organization, userIds: ["ada"], leftAt: 0 });
  // One query for the folders, one that finds no further documents, and two for every 30 documents.
  expect(cost).toMatchObject({ reads: 60 + 1 + 1 + 2 * 2, writes: 0 });
});

test("a user who leaves the organization leaves its groups, and is in none of them after returning", async () => {
  const w = await worldOfUsers("ada", "lin");
  const groups = ["a", "b"];
  const organizationUserGroups = groups.map((groupId) => ({ groupId }));
  await w.ok("/v2/organizations/usergroups/add", { organizationId: "acme", organizationUserGroups });
  for (const organizationUserGroupId of groups)
    await w.ok("/v2/organizations/usergroups/users/add", {
      organizationId: "acme",
      organizationUserGroupId,
      userIds: ["ada", "lin"],
    });
  await w.ok(path, { organizationId: "acme", userIds: ["ada"] });
  await w.drain();
  await w.ok("/v2/users/add", { organizationId: "acme", users: [{ userId: "ada" }] });
  expect(await idsOf(w, { organizationUserGroupIds: groups })).toStrictEqual(["lin"]);
  expect(await idsOf(w)).toStrictEqual(["ada", "lin"]);
});

test("a user who leaves a document stays in the organization's groups", async () => {
  const w = await worldOfUsers("ada");
  const group = { organizationId: "acme", organizationUserGroupId: "a" };
  await w.ok("/v2/organizations/usergroups/add", {
    organizationId: "acme",
    organizationUserGroups: [{ groupId: "a" }],
  });
  await w.ok("/v2/organizations/usergroups/users/add", { ...group, userIds: ["ada"] });
  const document = { organizationId: "acme", documentId: "plan" };
  await w.ok("/v2/users/add", { ...document, createDocument: true, users: [{ userId: "ada" }] });
  await w.ok(path, { ...document, userIds: ["ada"] });
  await w.drain();
  expect(await idsOf(w, { organizationUserGroupIds: ["a"] })).toStrictEqual(["ada"]);
});

test("500 users of one call are all removed", async () => {
  const userIds = Array.from({ length: 500 }, (_, i) => `u${i}`);
  const w = await worldOfUsers(...userIds);
  await w.ok(path, { organizationId: "acme", userIds });
  expect(await idsOf(w)).toStrictEqual([]);
});

test("of two concurrent calls that delete the same user one succeeds", async () => {
  const w = await worldOfUsers("ada");
  const calls = [1, 2].map(() => w.ok(path, { organizationId: "acme", userIds: ["ada"] }));
  const outcomes = (await Promise.all(calls)).map(({ data }) => data.ada.success);
  expect(outcomes.sort()).toStrictEqual([false, true]);
});

test("a missing organization fails the call, with a missing document every user fails", async () => {
  const w = await worldOfUsers("ada");
  const error = await w.fails(path, { organizationId: "globex", userIds: ["ada"] });
  expect([error.status, error.message]).toStrictEqual(["NOT_FOUND", "Organization does not exist."]);
  const { data } = await w.ok(path, { organizationId: "acme", documentId: "plan", userIds: ["ada"] });
  expect(data.ada.message).toBe("Document does not exist.");
  expect(await idsOf(w)).toStrictEqual(["ada"]);
});

test("each user who leaves emits one event, and a missing one none", async () => {
  const w = await worldOfUsers("ada", "lin");
  const plan = { organizationId: "acme", documentId: "plan" };
  await w.ok("/v2/users/add", { ...plan, createDocument: true, users: [{ userId: "ada" }] });
  await addEndpoint(w, "all");
  await w.ok(path, { ...plan, userIds: ["ada", "lin"] });
  expect(await eventsSent(w)).toStrictEqual([["user.delete", { ...plan, user: { userId: "ada" } }]]);
  for (const _ of [1, 2]) await w.ok(path, { organizationId: "acme", userIds: ["lin"] });
  expect(await eventsSent(w)).toStrictEqual([["user.delete", { organizationId: "acme", user: { userId: "lin" } }]]);
});
