import { expect, test } from "@jest/globals";
import { AUDIT_KEPT } from "#domain/audit/store/audit-log";
import { KEPT } from "#domain/retention/store/retention";
import { apiKeyPath } from "#domain/workspaces/store/api-keys";
import { taskPath } from "#queue/task-record";
import { ForwardingStore } from "#store/forwarding-store";
import type { Query, QueryResult, Write } from "#store/port";
import { migrate } from "#testing/fixtures/migration/migration";
import { comment, startThread } from "#testing/fixtures/notifications/notices";
import { addEndedRecords, recordsOf } from "#testing/fixtures/retention/ended-records";
import { addEndpoint, happen } from "#testing/fixtures/webhooks/webhooks";
import { exampleWorld } from "#testing/harness/example-world";
import { expectWithContext } from "#testing/harness/jest/context";
import { dump } from "#testing/harness/store/store-dump";
import { watchQueries } from "#testing/harness/store/watched-queries";
import { START, type World, world } from "#testing/harness/world";
import { sweep } from "./sweep.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const homepage = { organizationId: "acme", documentId: "homepage" };

/** A record with a limited lifetime: how it is created, where it is stored and when it is deleted, in ms since 1970. */
const kinds: Record<string, { make(w: World): Promise<unknown>; at: RegExp; until: number }> = {
  "an idempotency record of an API key": {
    make: (w) => w.ok("/v2/organizations/add", organization, { headers: { "idempotency-key": "k" } }),
    at: /^apiKeys\/[^/]+\/idempotency\//,
    until: START + DAY,
  },
  "an idempotency record of a workspace": {
    make: (w) => w.ok("/v2/workspace/apikey/create", newKey, { headers: { "idempotency-key": "k" } }),
    at: /^workspaces\/[^/]+\/idempotency\//,
    until: START + DAY,
  },
  "a person's presence": {
    make: async (w) => {
      await addHomepage(w);
      await w.ok("/v2/presence/add", { ...homepage, users: [{ userId: "ada" }] });
    },
    at: /\/presence\/ada$/,
    // It expires after a minute, and its hour is complete an hour later.
    until: START + 2 * HOUR,
  },
  "a permission that has expired": {
    make: async (w) => {
      await addHomepage(w);
      await permit(w, "ada", { expiresAt: (START + HOUR) / 1000 });
    },
    at: /\/grants\/ada$/,
    until: START + HOUR + KEPT,
  },
  "a deletion of people's data that is done": {
    make: async (w) => {
      await addHomepage(w);
      await w.ok("/v2/users/data/delete", { userIds: ["ada"] });
      await w.drain();
    },
    at: /\/dataDeletions\//,
    until: START + KEPT,
  },
  "a record of an administrative change": {
    make: (w) => w.ok("/v2/workspace/domains/add", { domains: ["example.com"] }),
    at: /^workspaces\/[^/]+\/auditLog\//,
    until: START + AUDIT_KEPT,
  },
  "a task that was given up": {
    make: (w) => set(w, taskPath("lost"), { job: "purge", payload: {}, failedAt: START, attempts: 3 }),
    at: /^tasks\/lost$/,
    until: START + KEPT,
  },
  "a message that was delivered": {
    make: async (w) => {
      await addEndpoint(w, "one");
      await happen(w, { type: "user.add", organizationId: "acme" });
    },
    at: /\/messages\//,
    until: START + KEPT,
  },
  "a notice that was delivered": {
    make: async (w) => {
      await addHomepage(w);
      await w.ok("/v2/workspace/notificationconfig/update", { useNotificationService: true });
      await startThread(w, {}, homepage);
      await comment(w, "lin", "hello", { ...homepage, annotationId: "ann" });
      await w.drain();
    },
    at: /\/notices\//,
    until: START + KEPT,
  },
  "its delivery, with the attempts": {
    make: async (w) => {
      await addEndpoint(w, "one");
      await happen(w, { type: "user.add", organizationId: "acme" });
    },
    at: /\/deliveries\//,
    until: START + KEPT,
  },
};

const organization = { organizations: [{ organizationId: "acme" }] };
const newKey = { apiKeyName: "second", ownerEmail: "ada@example.com", type: "production" };
const below = (w: World, path: string) => `${apiKeyPath(w.tenant.apiKeyId)}/${path}`;

async function addHomepage(w: World): Promise<void> {
  await w.ok("/v2/organizations/add", organization);
  await w.ok("/v2/organizations/documents/add", { organizationId: "acme", documents: [{ documentId: "homepage" }] });
}

function permit(w: World, userId: string, more: object = {}) {
  const resource = { type: "document", id: "homepage", organizationId: "acme", ...more };
  return w.ok("/v2/auth/permissions/add", { user: { userId }, permissions: { resources: [resource] } });
}

function set(w: World, path: string, data: Extract<Write, { op: "set" }>["data"]): Promise<void> {
  return w.context.store.commit([{ op: "set", path, data }]);
}

/** Everything that is stored, except the time that each sweep notes. */
async function dumpOf(w: World) {
  const { "host/elapsedTime": _noted, ...others } = await dump(w.context.store);
  return others;
}

for (const [kind, { make, at, until }] of Object.entries(kinds))
  test(`${kind} is kept until its time and then deleted, and nothing else is deleted`, async () => {
    const w = await world();
    await make(w);
    const before = await dumpOf(w);
    const paths = Object.keys(before).filter((path) => at.test(path));
    expectWithContext(paths.length, `${Object.keys(before)}`).toBe(1);
    w.advance(until - START - 1);
    await sweep(w.context);
    const earlyDump = await dumpOf(w);
    expect(paths.every((path) => earlyDump[path] === before[path])).toBe(true);
    w.advance(1);
    await sweep(w.context);
    const after = await dumpOf(w);
    expect(Object.keys(after)).toStrictEqual(
      Object.keys(earlyDump).filter((path) => !at.test(path) && !isPartOf(path, kind)),
    );
    for (const [path, text] of Object.entries(after)) expect(text).toBe((isKeptAgain(path) ? earlyDump : before)[path]);
  });

/** Some kinds come with revocations of tokens, which the first sweep that finds them expired keeps once more. */
const isKeptAgain = (path: string) => path.includes("/tokenRevocations/");

/** A delivery and its message are deleted together. */
function isPartOf(path: string, kind: string): boolean {
  return /message|delivery/.test(kind) && /\/(messages|deliveries)\//.test(path);
}

test("a migration is kept for 30 days after its end", async () => {
  const w = await world();
  await addHomepage(w);
  const { migrationId } = (await w.ok("/v2/organizations/documents/migrate", { ...homepage, newDocumentId: "new" }))
    .data;
  const record = below(w, `organizations/acme/migrations/${migrationId}`);
  const deleteAt = async () => Number((await w.context.store.get(record))?.data.deleteAt);
  w.advance(KEPT);
  await sweep(w.context);
  expect(await deleteAt()).toBe(Number.NaN);
  const begun = w.context.now();
  await migrate(w);
  const end = await deleteAt();
  expect(end > begun + KEPT && end <= w.context.now() + KEPT).toBe(true);
  w.advance(end - w.context.now() - 1);
  await sweep(w.context);
  expect(await deleteAt()).toBe(end);
  w.advance(1);
  await sweep(w.context);
  expect(await w.context.store.get(record)).toBeUndefined();
});

test("live data is not touched: if nothing is due, no byte changes", async () => {
  const w = await exampleWorld();
  await w.ok(
    "/v2/users/add",
    { organizationId: "acme", users: [{ userId: "eve" }] },
    { headers: { "idempotency-key": "k" } },
  );
  const before = await dumpOf(w);
  expect(Object.keys(before).length).toBeGreaterThan(50);
  await sweep(w.context);
  expect(await dumpOf(w)).toStrictEqual(before);
});

test("users who stay or return, renewed grants and offline users are kept", async () => {
  const w = await world();
  await addHomepage(w);
  const users = [{ userId: "ada" }, { userId: "lin" }, { userId: "grace", status: "offline" }];
  await w.ok("/v2/presence/add", { ...homepage, users });
  for (const userId of ["ada", "lin"]) await permit(w, userId, { expiresAt: START / 1000 + 3600 });
  await permit(w, "lin");
  await permit(w, "grace");
  await set(w, taskPath("revived"), { job: "purge", payload: {}, failedAt: START, dueAt: START, nextAt: START });
  await set(w, taskPath("waiting"), { job: "purge", payload: {}, dueAt: START, nextAt: START });
  w.advance(KEPT + DAY);
  await w.ok("/v2/presence/update", { ...homepage, users: [{ userId: "lin" }] });
  await sweep(w.context);
  const names = (collection: string) => async () =>
    (await w.context.store.query({ collection })).docs.map(({ id }) => id);
  expect(await names(below(w, "organizations/acme/documents/homepage/presence"))()).toStrictEqual(["grace", "lin"]);
  expect(await names(below(w, "organizations/acme/documents/homepage/grants"))()).toStrictEqual(["grace", "lin"]);
  expect(await names("tasks")()).toStrictEqual(["revived", "waiting"]);
});

test("heartbeats change the index of a user's presence only once an hour", async () => {
  const w = await world();
  await addHomepage(w);
  const dates = new Set<number>();
  for (let minute = 0; minute < 120; minute++) {
    await w.ok("/v2/presence/update", { ...homepage, users: [{ userId: "ada" }] });
    const entry = await w.context.store.get(below(w, "organizations/acme/documents/homepage/presence/ada"));
    dates.add(Number(entry?.data.deleteAt));
    w.advance(MINUTE);
  }
  expect(dates.size).toBe(2);
});

test("one line reports how many records of each kind were deleted", async () => {
  const w = await world();
  await addEndedRecords(w, w.tenant, 3);
  await set(w, taskPath("lost"), { job: "purge", payload: {}, failedAt: START - KEPT });
  w.logged.length = 0;
  await sweep(w.context);
  expect(w.logged).toStrictEqual([
    {
      level: "info",
      fields: { deleted: { parkedTasks: 1, idempotencyRecords: 3 } },
      message: "deleted expired records",
    },
  ]);
});

test("5,000 records are deleted with at most a hundred in memory, and without reading their contents", async () => {
  let most = 0;
  let read = 0;
  const look = (query: Query, { docs }: QueryResult) => {
    most = Math.max(most, query.limit ?? Number.POSITIVE_INFINITY, docs.length);
    if ("collection" in query && query.collection.endsWith("/idempotency")) read += docs.length;
    for (const { data } of docs) expect(data.reply).toBeUndefined();
  };
  const w = await world();
  await addEndedRecords(w, w.tenant, 5000);
  await sweep({ ...w.context, store: watchQueries(w.context.store, look) });
  expect(await recordsOf(w, w.tenant)).toBe(0);
  expectWithContext(most, `${most} documents were read at once`).toBeLessThanOrEqual(100);
  expect(read).toBe(5000);
});

test("a sweep with nothing to delete opens no transaction", async () => {
  const w = await exampleWorld();
  const store = new (class extends ForwardingStore {
    override transact = () => Promise.reject(new Error("a transaction"));
  })(w.context.store);
  await sweep({ ...w.context, store });
});

test("a record that gets a later expiry while it is being deleted stays, and the others are deleted", async () => {
  const w = await world();
  await addEndedRecords(w, w.tenant, 3);
  const renewed: string[] = [];
  const store = new (class extends ForwardingStore {
    override async commit(writes: Write[]) {
      const [path] = writes.filter(({ op }) => op === "delete").map((write) => write.path);
      if (path !== undefined && renewed.push(path) === 1)
        await super.commit([{ op: "update", path, data: { expireAt: new Date(START + DAY) } }]);
      await super.commit(writes);
    }
  })(w.context.store);
  await sweep({ ...w.context, store });
  expect(renewed.length).toBe(1);
  expect(await recordsOf(w, w.tenant)).toBe(1);
});
