import { asOperator } from "#domain/audit/store/audited-store";
import { recordForAll } from "#domain/audit/store/record-for-all";
import { deleteFound, KEPT } from "#domain/retention/store/retention";
import { keepSweeping } from "#domain/sweep/jobs/sweep";
import { deliveryMetrics } from "#domain/webhooks/jobs/delivery-metrics";
import { subscribeAll } from "#domain/webhooks/store/webhook-configs";
import { CloudTasksQueue } from "#queue/cloud-tasks";
import type { StoreQueue } from "#queue/store-queue";
import { upgradeStoredTasks } from "#queue/upgrade-stored-tasks";
import { callEndpoints } from "#src/endpoints";
import { declaredJobs } from "#src/jobs";
import { emptyJournal } from "#store/journal";
import { JournaledStore } from "#store/journaled-store";
import { settings } from "#testing/cloud/tasks-rig";
import { fullWorld } from "#testing/fixtures/migration/migration";
import { comment, noticeWorld, startThread } from "#testing/fixtures/notifications/notices";
import { receiveHook } from "#testing/fixtures/webhooks/inspectors";
import { addEndpoint, happen } from "#testing/fixtures/webhooks/webhooks";
import { exampleOf, exampleWorld, forTenant } from "#testing/harness/example-world";
import { ReadableMetrics } from "#testing/harness/read-metrics";
import { testFirestoreStore } from "#testing/harness/store/test-store";
import { type World, type WorldOptions, world } from "#testing/harness/world";
import { inputSchema, isPaged } from "#testing/suites/conformance/schema";
import { editorJourneys } from "./editor-journeys.ts";
import { variations } from "./query-options.ts";

/**
 * Runs everything that the service can do. `indexes.test.ts` reports places in the sources that make queries and are
 * not reached: add a journey that reaches them.
 */
export async function travel(options: WorldOptions): Promise<void> {
  for (const journey of journeys) await journey(options);
}

const journeys = [
  examples,
  reads,
  writes,
  pages,
  changingThreads,
  keyed,
  migration,
  retention,
  largeAudience,
  notices,
  ...editorJourneys,
  queues,
  figures,
  importedSettings,
  manyDeliveries,
  operator,
  erasure,
];
const all = callEndpoints;
const acme = { organizationId: "acme" };

/** Calls every endpoint with its documented example, and runs its background work. */
async function examples(options: WorldOptions): Promise<void> {
  for (const endpoint of all) {
    const w = await exampleWorld(options);
    await w.ok(endpoint.path, exampleOf(endpoint, w.tenant));
    await w.drain();
  }
}

/** Queries for documents by the people that they name: only Firestore has an index for them. */
async function erasure({ wrapStore, ...options }: WorldOptions): Promise<void> {
  const store = await testFirestoreStore();
  const w = await exampleWorld({ ...options, isImageWrapped: false, wrapStore: () => wrapStore?.(store) ?? store });
  await w.ok("/v2/users/data/get", { allOrganizations: true, userIds: ["ada"] });
  await w.ok("/v2/users/data/delete", { userIds: ["ada"] });
  await w.drain();
}

/** Every filter of a list, alone and in combination. */
async function reads(options: WorldOptions): Promise<void> {
  const w = await exampleWorld(options);
  await readAll(w, 3);
}

async function readAll(w: World, most: number): Promise<void> {
  for (const endpoint of all.filter(({ kind }) => kind === "read"))
    for (const data of variations(endpoint, most)) await w.request(endpoint.path, forTenant(data, w.tenant));
}

/** Every selection of a change or a deletion, alone, with its background work. */
async function writes(options: WorldOptions): Promise<void> {
  let w = await exampleWorld(options);
  for (const endpoint of all.filter(({ kind }) => kind === "write"))
    for (const data of variations(endpoint, 1)) {
      const { status } = await w.request(endpoint.path, forTenant(data, w.tenant));
      // A refused call has changed nothing.
      if (status !== 200) continue;
      await w.drain();
      w = await exampleWorld(options);
    }
}

/** All pages of the threads, last changed first, while one of them changes. */
async function changingThreads(options: WorldOptions): Promise<void> {
  const w = await exampleWorld(options);
  const homepage = { ...acme, documentId: "homepage" };
  for (const place of [acme, homepage]) {
    const list = (pageToken?: string) => w.ok("/v2/commentannotations/get", { ...place, pageSize: 1, pageToken });
    let { nextPageToken } = await list();
    w.advance(1);
    const change = { annotationIds: ["ann-1"], updatedData: { context: { place } } };
    await w.ok("/v2/commentannotations/update", { ...homepage, ...change });
    while (nextPageToken) ({ nextPageToken } = await list(nextPageToken));
  }
}

/** The second page of every list, with every filter. */
async function pages(options: WorldOptions): Promise<void> {
  const w = await exampleWorld(options);
  for (const endpoint of all.filter(isPaged)) {
    const { iterator } = inputSchema(endpoint.input).properties ?? {};
    const [size, token] = iterator ? ["limit", "iterator"] : ["pageSize", "pageToken"];
    for (const data of variations(endpoint, 2)) {
      const send = (paging: object) =>
        w.request(endpoint.path, { ...(forTenant(data, w.tenant) as object), ...paging });
      const { result } = (await send({ [size]: 1 })).body;
      const next = result?.pageToken ?? result?.nextPageToken ?? result?.data?.[token];
      if (next) await send({ [size]: 1, [token]: next });
    }
  }
}

/** Calls with an idempotency key, and the other operations of the store that they use. */
async function keyed(options: WorldOptions): Promise<void> {
  for (const endpoint of all.filter(({ kind }) => kind === "write")) {
    const w = await exampleWorld(options);
    await w.request(endpoint.path, exampleOf(endpoint, w.tenant), { headers: { "idempotency-key": "once" } });
  }
  const w = await exampleWorld(options);
  const store = new JournaledStore(w.context.store, emptyJournal(), () => undefined);
  await store.query({ collection: "workspaces" });
  await store.count({ collection: "workspaces" });
  store.watch({ collection: "workspaces" }, { next() {}, error() {} })();
}

/** All lists in every stage of a migration. */
async function migration(options: WorldOptions): Promise<void> {
  const w = await fullWorld(options);
  await w.ok("/v2/organizations/documents/migrate", { ...acme, documentId: "homepage", newDocumentId: "start" });
  for (let stage = 0; stage < 5; stage++) {
    await readAll(w, 2);
    await w.drain();
    w.advance(10_000);
  }
}

/** Deletes expired records. */
async function retention(options: WorldOptions): Promise<void> {
  const w = await world(options);
  await addEndpoint(w, "shop");
  await happen(w, { type: "user.add", organizationId: "acme" });
  await receiveHook(w);
  await w.ok("/v2/auth/tokens/revoke", { userIds: ["ada"] });
  w.advance(KEPT + 86_400_000);
  await keepSweeping(w.context);
  await w.drain();
  // Of two concurrent deletions, one finds the work already done.
  const { store } = w.context;
  await Promise.all([1, 2].map(() => deleteFound(store, { collection: "workspaces" })));
}

/** A notification with more recipients than fit into one transaction. */
async function largeAudience(options: WorldOptions): Promise<void> {
  const w = await exampleWorld(options);
  const users = Array.from({ length: 300 }, (_, i) => ({ userId: `u${i}` }));
  await w.ok("/v2/users/add", { ...acme, users });
  await w.ok("/v2/notifications/add", {
    ...acme,
    documentId: "homepage",
    actionUser: { userId: "ada" },
    notifyAll: true,
    notifyUsers: [],
    displayHeadlineMessageTemplate: "News",
    displayBodyMessage: "Look",
  });
  await w.drain();
}

/** A comment that notifies people who are named and people in batches. */
async function notices(options: WorldOptions): Promise<void> {
  const batch = { batchWindowSeconds: 60, maxActivities: 10 };
  const w = await noticeWorld({ document: batch, user: batch }, options);
  await startThread(w);
  await comment(w, "lin", "@all, see {{writers}}");
  await w.drain();
  w.advance(60_000);
  await w.drain();
}

/** The queries for the operator's metrics. */
async function figures(options: WorldOptions): Promise<void> {
  const metrics = new ReadableMetrics();
  const w = await world({ ...options, metrics });
  await addEndpoint(w, "shop");
  for (const isEnabled of [false, true]) await w.ok("/v2/workspace/advancedwebhookconfig/update", { isEnabled });
  // A delivery that waits for a retry.
  w.receivers.answer = () => ({ status: 500, body: "" });
  await happen(w, { type: "user.add", organizationId: "acme" });
  (w.context.queue as StoreQueue).registerMetrics(metrics);
  deliveryMetrics(w.context);
  for (const name of metrics.families.keys()) await metrics.read(name);
}

/** Lists of more deliveries than are read at once. */
async function manyDeliveries(options: WorldOptions): Promise<void> {
  const w = await world(options);
  await addEndpoint(w, "shop");
  await happen(w, ...Array.from({ length: 50 }, () => ({ type: "user.add", organizationId: "acme" }) as const));
  const path = "/v2/workspace/advancedwebhook/deliveries/get";
  for (const filter of [{}, { endpointId: "shop" }]) await w.ok(path, { ...filter, pageSize: 10 });
}

/** An import of webhook settings, which subscribes existing endpoints. */
async function importedSettings(options: WorldOptions): Promise<void> {
  const w = await world(options);
  const call = await addEndpoint(w, "shop");
  await call.store.transact((tx) => subscribeAll(tx, call, {}));
}

/** Audit records of the command line in every workspace. */
async function operator(options: WorldOptions): Promise<void> {
  const { store, now } = (await world(options)).context;
  const change = { action: "signingKey.rotate" as const, actor: { type: "operator" as const }, target: {}, fields: [] };
  await recordForAll(store, change, now());
  const audited = asOperator((await world(options)).context, "workspace.create").store;
  await audited.query({ collection: "workspaces", limit: 1, select: [] });
  await audited.count({ collection: "workspaces" });
  audited.watch({ collection: "workspaces" }, { next: () => undefined, error: () => undefined })();
}

/** The queues' queries for tasks that are due, overdue, held by another process or stored by an earlier version. */
async function queues(options: WorldOptions): Promise<void> {
  const w = await world(options);
  await upgradeStoredTasks(w.context, declaredJobs);
  const queue = w.context.queue as StoreQueue;
  await queue.work();
  await queue.takeOver((owner) => owner === "another");
  await queue.stop(0);
  // Nothing is overdue, so no function is called.
  await new CloudTasksQueue({ context: () => w.context, settings, emulator: "127.0.0.1:1" }).sweep();
}
