import { expect, test } from "@jest/globals";
import { KEPT } from "#domain/retention/store/retention";
import { REVOCATION_KEPT } from "#domain/tokens/token-revocation";
import { taskPath } from "#queue/task-record";
import { firestoreStore } from "#store/firestore/adapter";
import { tree } from "#store/tree";
import { testFirestore } from "#testing/firestore/memory";
import { addEndedRecords, recordsOf } from "#testing/fixtures/retention/ended-records";
import { addEndpoint, happen } from "#testing/fixtures/webhooks/webhooks";
import { expectWithContext } from "#testing/harness/jest/context";
import { testUnless } from "#testing/harness/jest/skip";
import { takeOver } from "#testing/harness/processes/take-over";
import { faultyStore } from "#testing/harness/store/faulty-store";
import { indexes, tries } from "#testing/harness/store/test-store";
import { watchQueries } from "#testing/harness/store/watched-queries";
import { START, type Tenant, type World, world } from "#testing/harness/world";
import { keepSweeping, sweep } from "./sweep.ts";

const HOUR = 3_600_000;

const sweeps = (w: World) => w.logged.filter(({ message }) => message === "deleted expired records").length;
const tasks = (w: World) => w.context.store.count({ collection: "tasks" });

/** Adds tenants, each with an expired record. */
async function addTenants(w: World, count: number): Promise<Tenant[]> {
  const tenants: Tenant[] = [];
  for (let i = 0; i < count; i++) {
    const tenant = await w.newTenant(`owner-${i}@example.com`);
    await addEndedRecords(w, tenant, 1);
    tenants.push(tenant);
  }
  return tenants;
}

async function recordsOfAll(w: World, tenants: readonly Tenant[]): Promise<number> {
  let sum = 0;
  for (const tenant of tenants) sum += await recordsOf(w, tenant);
  return sum;
}

test("the sweep runs at the start and then once an hour, however often and by however many processes it is scheduled", async () => {
  const w = await world();
  await Promise.all([keepSweeping(w.context), keepSweeping(w.context), keepSweeping(w.context)]);
  expect(await tasks(w)).toBe(1);
  await w.drain();
  expect(sweeps(w)).toBe(1);
  for (let hour = 2; hour <= 4; hour++) {
    await keepSweeping(w.context);
    w.advance(HOUR - 1);
    await w.drain();
    expect(sweeps(w)).toBe(hour - 1);
    await addEndedRecords(w, w.tenant, 1);
    w.advance(1);
    await w.drain();
    expect(sweeps(w)).toBe(hour);
    expect(await recordsOf(w, w.tenant)).toBe(0);
    expect(await tasks(w)).toBe(1);
  }
});

test("all tenants are swept, including those of the second and third page", async () => {
  const w = await world();
  const count = tries(110);
  const tenants = await addTenants(w, count);
  expect(await recordsOfAll(w, tenants)).toBe(count);
  await sweep(w.context);
  expect(await recordsOfAll(w, tenants)).toBe(0);
});

test("two concurrent runs delete everything that is due without an error", async () => {
  const w = await world();
  await addEndedRecords(w, w.tenant, 450);
  await Promise.all([sweep(w.context), sweep(w.context)]);
  expect(await recordsOf(w, w.tenant)).toBe(0);
});

test("wherever a run is interrupted, the next completes it, and the hourly sweep continues", async () => {
  let cuts = 0;
  for (let point = 0; ; point++) {
    const fault = { left: Number.POSITIVE_INFINITY };
    const w = await world({ wrapStore: (store) => faultyStore(store, fault) });
    await addEndedRecords(w, w.tenant, 150);
    await keepSweeping(w.context);
    fault.left = point;
    await w.drain();
    const isHit = fault.left < 0;
    fault.left = Number.POSITIVE_INFINITY;
    await takeOver(w);
    w.advance(2 * HOUR);
    await takeOver(w);
    expectWithContext(await recordsOf(w, w.tenant), `interrupted at call ${point}`).toBe(0);
    const { docs } = await w.context.store.query({ collection: "tasks" });
    expect(docs.map(({ id, data }) => [id, data.payload, data.nextAt])).toStrictEqual([
      ["sweep", {}, w.context.now() + HOUR],
    ]);
    if (!isHit) break;
    cuts++;
  }
  expectWithContext(cuts, `only ${cuts} points were tried`).toBeGreaterThan(10);
});

test("a run that was interrupted after a page of tenants resumes after that page", async () => {
  const fault = { left: Number.POSITIVE_INFINITY };
  const w = await world({ wrapStore: (store) => faultyStore(store, fault) });
  await addTenants(w, 120);
  const { docs } = await w.context.store.query({ collection: "apiKeys", select: [] });
  await keepSweeping(w.context);
  const note = async () => (await w.context.store.get(taskPath("sweep")))?.data.payload;
  const stop = docs[60]?.path ?? "";
  const failing = watchQueries(w.context.store, (query) => {
    if ("collection" in query && query.collection === `${stop}/idempotency`) fault.left = 0;
  });
  const { store } = w.context;
  w.context.store = failing;
  await w.drain();
  w.context.store = store;
  fault.left = Number.POSITIVE_INFINITY;
  expect(await note()).toStrictEqual({ from: docs[49]?.path });

  const swept = new Set<string>();
  w.context.store = watchQueries(store, (query) => {
    if ("collection" in query && query.collection.endsWith("/idempotency")) swept.add(query.collection);
  });
  await takeOver(w);
  expect([...swept].sort()).toStrictEqual(docs.slice(50).map(({ path }) => `${path}/idempotency`));
  expect(await note()).toStrictEqual({});
});

const isCovered =
  process.env.FIRESTORE_EMULATOR_HOST !== undefined && "all tests before this one run on Firestore then";

testUnless(isCovered)("on Firestore the same records are deleted and kept", async () => {
  const store = firestoreStore({ firestore: await testFirestore(), tree, indexes, hasLocalIndexes: true });
  const w = await world({ wrapStore: () => store });
  const place = { organizationId: "acme", documentId: "plan" };
  await w.ok("/v2/organizations/add", { organizations: [{ organizationId: "acme" }] });
  await w.ok("/v2/organizations/documents/add", { organizationId: "acme", documents: [{ documentId: "plan" }] });
  await w.ok("/v2/presence/add", { ...place, users: [{ userId: "ada" }, { userId: "lin" }] });
  for (const [userId, hours] of Object.entries({ ada: 1, lin: 48 })) {
    const resource = { type: "document", id: "plan", organizationId: "acme", expiresAt: START / 1000 + hours * 3600 };
    await w.ok("/v2/auth/permissions/add", { user: { userId }, permissions: { resources: [resource] } });
  }
  await addEndpoint(w, "one");
  await happen(w, { type: "user.add", organizationId: "acme" });
  await addEndedRecords(w, w.tenant, 120);
  await store.commit([{ op: "set", path: taskPath("lost"), data: { job: "purge", payload: {}, failedAt: START } }]);
  w.advance(KEPT + HOUR);
  await w.ok("/v2/presence/update", { ...place, users: [{ userId: "lin" }] });
  await sweep(w.context);
  const first = w.logged.at(-1);
  w.advance(REVOCATION_KEPT);
  await sweep(w.context);
  await store.close();
  // Adding a permission that expires writes such a record, to alert the user's streams.
  expect(w.logged.at(-1)?.fields).toStrictEqual({ deleted: { tokenRevocations: 2, presence: 1, grants: 1 } });
  expect(first?.fields).toStrictEqual({
    deleted: {
      parkedTasks: 1,
      idempotencyRecords: 120,
      presence: 1,
      grants: 1,
      deliveries: 1,
      messages: 1,
    },
  });
});

testUnless(isCovered)("the sweep does not touch what Firestore deletes by TTL, and needs no index for it", async () => {
  const store = firestoreStore({ firestore: await testFirestore(), tree, indexes });
  const w = await world({ wrapStore: () => store });
  await addEndedRecords(w, w.tenant, 3);
  w.advance(KEPT + HOUR);
  await sweep(w.context);
  await store.close();
  expect(w.logged.at(-1)?.fields).toStrictEqual({ deleted: {} });
});
