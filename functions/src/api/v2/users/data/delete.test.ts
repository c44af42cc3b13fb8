import { expect, test } from "@jest/globals";
import { apiKeyPath } from "#domain/workspaces/store/api-keys";
import { eve, expectDeletionCompleted, leaveTraces, tracesOf } from "#testing/fixtures/erasure/user-traces";
import { type World, world } from "#testing/harness/world";

const path = "/v2/users/data/delete";

const recordsOf = (w: World) => w.context.store.query({ collection: `${apiKeyPath(w.tenant.apiKeyId)}/dataDeletions` });

test("the reply names a job with one task per organization, and the job does it", async () => {
  const w = await world();
  await leaveTraces(w);
  await w.ok("/v2/organizations/add", { organizations: [{ organizationId: "globex" }] });
  const { message, status, data } = await w.ok(path, { userIds: [eve.userId] });
  expect([status, message]).toStrictEqual(["success", "Data deletion process has been initiated."]);
  expect(data.jobId).toMatch(/^del_\w{20}$/);
  expect(data.tasksCount).toBe(2);
  await expectDeletionCompleted(w, data.jobId);
  expect(await tracesOf(w, eve)).toStrictEqual([]);
});

test("if organizations are named there is a task for each, and the others are unchanged", async () => {
  const w = await world();
  await leaveTraces(w);
  await w.ok("/v2/users/add", { organizationId: "globex", users: [eve] });
  const { data } = await w.ok(path, { userIds: [eve.userId], organizationIds: ["acme"] });
  expect(data.tasksCount).toBe(1);
  await expectDeletionCompleted(w, data.jobId);
  const at = `${apiKeyPath(w.tenant.apiKeyId)}/organizations/globex/users/${eve.userId}`;
  expect(await tracesOf(w, eve)).toStrictEqual([at]);
});

test("the data of several users is deleted, ids such as __proto__ and constructor among them", async () => {
  const w = await world();
  const userIds = ["__proto__", "constructor", "a/b", 'quo"te', "back\\slash", "É"];
  const users = [...userIds, "stays"].map((userId) => ({ userId, boss: { userId: "__proto__" } }));
  await w.ok("/v2/users/add", { organizationId: "acme", users });
  const place = { organizationId: "acme", documentId: "plan" };
  await w.ok("/v2/users/add", { ...place, createDocument: true, users });
  const people = userIds.map((userId) => ({ userId, seen: true }));
  await w.ok("/v2/livestate/broadcast", { ...place, liveStateDataId: "s", data: { people } });
  const { data } = await w.ok(path, { userIds });
  await expectDeletionCompleted(w, data.jobId);
  const gone = { userId: "deleted-user", name: "Deleted user" };
  for (const at of [{ organizationId: "acme" }, place])
    expect((await w.ok("/v2/users/get", at)).data).toStrictEqual([
      { userId: "stays", name: "", email: "", boss: gone },
    ]);
  const [state] = (await w.ok("/v2/livestate/get", place)).data;
  expect(state.data).toStrictEqual({ people: userIds.map(() => gone) });
});

test("deleting the data of an unknown user succeeds, and a key without organizations has no tasks", async () => {
  const w = await world();
  const { data } = await w.ok(path, { userIds: ["nobody"] });
  expect(data.tasksCount).toBe(0);
  await expectDeletionCompleted(w, data.jobId);
});

test("a user of another tenant with the same id loses nothing", async () => {
  const w = await world();
  const other = await w.newTenant();
  for (const tenant of [w.tenant, other])
    await w.ok("/v2/users/add", { organizationId: "acme", users: [eve] }, { tenant });
  const { data } = await w.ok(path, { userIds: [eve.userId] });
  await expectDeletionCompleted(w, data.jobId);
  expect((await w.ok("/v2/users/get", { organizationId: "acme" })).data).toStrictEqual([]);
  expect((await w.ok("/v2/users/get", { organizationId: "acme" }, { tenant: other })).data).toStrictEqual([
    { ...eve, initial: "E" },
  ]);
});

test("31 ids, a repeated id and a missing organization are refused, and no deletion begins", async () => {
  const w = await world();
  await w.ok("/v2/users/add", { organizationId: "acme", users: [eve] });
  const many = Array.from({ length: 31 }, (_, i) => `u${i}`);
  for (const [input, code, message] of [
    [{ userIds: many }, "INVALID_ARGUMENT", "data.userIds must have at most 30 items."],
    [{ userIds: ["a", "a"] }, "INVALID_ARGUMENT", 'data.userIds names "a" more than once.'],
    [{ userIds: ["a"], organizationIds: many }, "INVALID_ARGUMENT", "data.organizationIds must have at most 30 items."],
    [
      { userIds: ["a"], organizationIds: ["acme", "acme"] },
      "INVALID_ARGUMENT",
      'data.organizationIds names "acme" more than once.',
    ],
    [{ userIds: [eve.userId], organizationIds: ["acme", "none"] }, "NOT_FOUND", "Organization does not exist."],
  ] as const) {
    const error = await w.fails(path, input);
    expect([error.status, error.message]).toStrictEqual([code, message]);
  }
  await w.drain();
  expect((await w.ok("/v2/users/get", { organizationId: "acme" })).data.length).toBe(1);
  expect((await recordsOf(w)).docs).toStrictEqual([]);
});

test("concurrent requests for the same deletion all complete", async () => {
  const w = await world();
  await leaveTraces(w);
  const replies = await Promise.all(Array.from({ length: 5 }, () => w.ok(path, { userIds: [eve.userId] })));
  const jobIds = new Set(replies.map(({ data }) => data.jobId));
  expect(jobIds.size).toBe(5);
  for (const jobId of jobIds) await expectDeletionCompleted(w, jobId);
  expect(await tracesOf(w, eve)).toStrictEqual([]);
});
