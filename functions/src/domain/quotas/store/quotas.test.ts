import { expect, test } from "@jest/globals";
import { userUsagePath } from "#domain/quotas/store/usage-paths";
import { usages } from "#domain/quotas/store/usages";
import { isCall } from "#http/endpoint-kinds";
import { endpoints } from "#src/endpoints";
import { secondProcess } from "#testing/harness/processes/second-process";
import { type CallOptions, type World, world } from "#testing/harness/world";

const configure = (w: World, changes: object) => w.ok("/v2/workspace/apikeyconfig/update", changes);

const addUsers = (w: World, userIds: string[], options?: CallOptions) =>
  w.request("/v2/users/add", { organizationId: "acme", users: userIds.map((userId) => ({ userId })) }, options);

const adminToken = (w: World, userId: string) => w.token(userId, { isAdmin: true });

const addThread = (w: World, token: string, annotationId: string) =>
  w.request(
    "/v2/commentannotations/add",
    {
      organizationId: "acme",
      documentId: "plan",
      commentAnnotations: [{ annotationId, commentData: [{ commentText: "Look here", from: { userId: "ada" } }] }],
    },
    { token },
  );

/** An organization with a user and a document, created before there was any quota: four records. */
async function worldWithDocument(): Promise<World> {
  const w = await world();
  await addUsers(w, ["ada", "lin"]);
  await w.ok("/v2/organizations/documents/add", { organizationId: "acme", documents: [{ documentId: "plan" }] });
  return w;
}

test("existing records count, and the first record beyond the quota is refused, with the usage and the limit", async () => {
  const w = await worldWithDocument();
  await configure(w, { quota: { documents: 5 } });
  await w.drain();
  expect((await addUsers(w, ["mae"])).status).toBe(200);
  const refused = await addUsers(w, ["max"]);
  expect([refused.status, refused.body.error.status]).toStrictEqual([429, "RESOURCE_EXHAUSTED"]);
  expect(refused.body.error.details).toMatchObject({ quota: "documents", of: "apiKey", used: 5, limit: 5 });
  expect(refused.body.error.message).toContain("5 of 5");
  expect((await w.ok("/v2/users/get", { organizationId: "acme", userIds: ["max"] })).data).toStrictEqual([]);
});

test("a call that exceeds the quota with several records is refused as a whole", async () => {
  const w = await worldWithDocument();
  await configure(w, { quota: { documents: 5 } });
  await w.drain();
  expect((await addUsers(w, ["mae", "max"])).status).toBe(429);
  expect((await addUsers(w, ["mae"])).status).toBe(200);
});

test("over the quota, deletion, removal of access and administration still succeed, and deletion frees space", async () => {
  const w = await worldWithDocument();
  await configure(w, { quota: { documents: 4, writesPerDay: 1, bytes: 1 } });
  await w.drain();
  expect((await addUsers(w, ["mae"])).status).toBe(429);
  const place = { organizationId: "acme" };
  await w.ok("/v2/organizations/documents/access/update", {
    ...place,
    documentIds: ["plan"],
    accessType: "restricted",
  });
  await w.ok("/v2/organizations/access/disablestate/update", { organizationIds: ["acme"], disabled: true });
  await w.ok("/v2/auth/tokens/revoke", { userIds: ["lin"] });
  await w.ok("/v2/users/data/delete", { userIds: ["lin"] });
  await w.ok("/v2/organizations/documents/delete", { ...place, documentIds: ["plan"] });
  await configure(w, { quota: { bytes: null, writesPerDay: null } });
  await w.drain();
  expect((await addUsers(w, ["mae", "max"])).status).toBe(200);
  expect((await addUsers(w, ["zoe"])).status).toBe(429);
});

test("an organization that a job deletes frees its space", async () => {
  const w = await world();
  await configure(w, { quota: { documents: 4 } });
  await w.drain();
  await addUsers(w, ["ada", "lin", "mae"]);
  expect((await addUsers(w, ["max"])).status).toBe(429);
  await w.ok("/v2/organizations/delete", { organizationIds: ["acme"] });
  await w.drain();
  expect((await addUsers(w, ["ada", "lin", "mae"])).status).toBe(200);
  expect((await addUsers(w, ["max"])).status).toBe(429);
});

test("bytes count as stored, and a smaller record frees space", async () => {
  const w = await worldWithDocument();
  const setName = (name: string) =>
    w.request("/v2/users/update", { organizationId: "acme", users: [{ userId: "ada", name }] });
  await configure(w, { quota: { bytes: 3000 } });
  await w.drain();
  expect((await setName("a".repeat(900))).status).toBe(200);
  const refused = await addUsers(
    w,
    Array.from({ length: 20 }, (_, i) => `user-${i}`),
  );
  expect(refused.body.error.details).toMatchObject({ quota: "bytes", limit: 3000 });
  expect((await setName("a")).status).toBe(200);
});

test("writes beyond the daily limit are refused until the next day in UTC, as Retry-After says", async () => {
  const w = await worldWithDocument();
  await configure(w, { quota: { writesPerDay: 2 } });
  expect((await addUsers(w, ["mae", "max"])).status).toBe(200);
  const refused = await addUsers(w, ["zoe"]);
  expect(refused.body.error.details).toMatchObject({ quota: "writesPerDay", used: 2, limit: 2 });
  const seconds = Number(refused.headers["retry-after"]);
  w.advance((seconds - 1) * 1000);
  expect((await addUsers(w, ["zoe"])).status).toBe(429);
  w.advance(1000);
  expect((await addUsers(w, ["zoe"])).status).toBe(200);
});

test("a user's quota limits what that user adds, but neither other users nor the server", async () => {
  const w = await worldWithDocument();
  await configure(w, { userQuota: { documents: 1 } });
  const token = await adminToken(w, "ada");
  expect((await addThread(w, token, "one")).body).toMatchObject({ result: {} });
  const refused = await addThread(w, token, "two");
  expect(refused.body.error.details).toMatchObject({ quota: "documents", of: "user", used: 1, limit: 1 });
  expect((await addUsers(w, ["mae", "max"])).status).toBe(200);
  await w.ok("/v2/commentannotations/delete", {
    organizationId: "acme",
    documentId: "plan",
    annotationIds: ["one"],
  });
  expect((await addThread(w, token, "two")).status).toBe(200);
});

test("no reply reveals the user who added a record", async () => {
  const w = await worldWithDocument();
  await configure(w, { userQuota: { documents: 5 } });
  const token = await adminToken(w, "ada");
  await addThread(w, token, "one");
  const { data } = await w.ok("/v2/commentannotations/get", { organizationId: "acme", documentId: "plan" });
  expect(JSON.stringify(data)).not.toContain("addedByUserId");
});

test("processes share their counts within ten seconds", async () => {
  const w = await worldWithDocument();
  await configure(w, { quota: { documents: 6 } });
  await w.drain();
  const other = secondProcess(w);
  expect((await addUsers(w, ["mae"])).status).toBe(200);
  expect((await addUsers(other, ["max"])).status).toBe(200);
  w.advance(10_000);
  other.advance(10_000);
  await usages(w.context).flush(w.context.store);
  await usages(other.context).flush(other.context.store);
  w.advance(10_000);
  other.advance(10_000);
  expect([(await addUsers(w, ["zoe"])).status, (await addUsers(other, ["zoe"])).status]).toStrictEqual([429, 429]);
});

test("counts that a crash has lost are corrected by the next day's measurement", async () => {
  const w = await worldWithDocument();
  await configure(w, { quota: { documents: 6 } });
  await w.drain();
  await addUsers(w, ["mae", "max"]);
  const afterCrash = secondProcess(w);
  w.advance(86_400_000);
  afterCrash.advance(86_400_000);
  // This call starts the measurement, and may still be admitted.
  await afterCrash.request("/v2/users/update", { organizationId: "acme", users: [{ userId: "ada", name: "Ada" }] });
  await w.drain();
  expect((await addUsers(w, ["zoe"])).status).toBe(429);
});

test("concurrent calls together do not exceed the quota", async () => {
  const w = await worldWithDocument();
  await configure(w, { quota: { documents: 14 } });
  await w.drain();
  const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => addUsers(w, [`user-${i}`])));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
});

test("a call with an idempotency key that was refused succeeds when there is space again", async () => {
  const w = await worldWithDocument();
  await configure(w, { quota: { documents: 4 } });
  await w.drain();
  const headers = { "idempotency-key": "one" };
  expect((await addUsers(w, ["mae"], { headers })).status).toBe(429);
  await configure(w, { quota: { documents: 5 } });
  expect((await addUsers(w, ["mae"], { headers })).status).toBe(200);
  expect((await addUsers(w, ["mae"], { headers })).headers["idempotent-replayed"]).toBe("true");
});

test("the operator's quota applies if the API key has none or a higher one", async () => {
  const w = await world({ settings: { quotas: { apiKey: { documents: 3 } } } });
  expect((await addUsers(w, ["ada", "lin"])).status).toBe(200);
  await w.drain();
  expect((await addUsers(w, ["mae"])).status).toBe(429);
  await configure(w, { quota: { documents: 100 } });
  await w.drain();
  expect((await addUsers(w, ["mae"])).status).toBe(429);
});

test("erasing a user deletes its counts", async () => {
  const w = await worldWithDocument();
  await configure(w, { userQuota: { documents: 5 } });
  await addThread(w, await adminToken(w, "ada"), "one");
  w.advance(10_000);
  await addThread(w, await adminToken(w, "ada"), "two");
  const path = userUsagePath(w.tenant.apiKeyId, "ada");
  expect(await w.context.store.get(path)).toBeDefined();
  await w.ok("/v2/users/data/delete", { userIds: ["ada"] });
  await w.drain();
  expect(await w.context.store.get(path)).toBeUndefined();
});

test("every call that deletes, removes access or ends tokens is exempt", () => {
  const reducing = /^\/v\d\/(?!workspace\/).*(\/(delete|remove|revoke)$|\/access\/)/;
  const forgotten = endpoints
    .filter(isCall)
    .filter(({ path, kind, exemptFromQuota }) => kind === "write" && reducing.test(path) && !exemptFromQuota);
  expect(forgotten.map(({ path }) => path)).toStrictEqual([]);
});

test("a key without a quota has no extra cost and stores no counts", async () => {
  const w = await worldWithDocument();
  const paths = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => `apiKeys/${w.tenant.apiKeyId}/usage/${i}`);
  expect((await w.context.store.getMany(paths)).filter(Boolean)).toStrictEqual([]);
});
