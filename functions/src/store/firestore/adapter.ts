import type { Transaction as Client, Firestore } from "firebase-admin/firestore";
import { preconditionOf, writeGuarded } from "#store/guarded-writes";
import { withLocalIndexes } from "#store/local-indexes";
import type { DocData, Store, Write } from "#store/port";
import { withPreparation } from "#store/preparation";
import { checkQuery } from "#store/query-plan";
import { checkWrites } from "#store/rules";
import type { IndexFile, Tree } from "#store/tree";
import { batchReads } from "./batch-reads.ts";
import { bulk } from "./bulk.ts";
import { answer } from "./errors.ts";
import { toQuery } from "./query.ts";
import { Ramp } from "./ramp.ts";
import { MAX_NAMES, reader } from "./reader.ts";
import { RepeatQueue } from "./repeat-queue.ts";
import { clientSettings } from "./settings.ts";
import { hostTiming, type Timing } from "./timing.ts";
import { commitBlind, type TransactionRuntime, transact } from "./transact.ts";
import { FirestoreTransaction } from "./transaction.ts";
import { FirestoreWatches } from "./watch.ts";
import { applyWrites } from "./write.ts";

/** Options of the adapter. Closing the store terminates the client. */
export interface FirestoreOptions {
  /** An unused client, because the adapter configures its retries first. */
  firestore: Firestore;
  tree: Tree;
  /** Composite indexes, from `firestore.indexes.json`. */
  indexes: IndexFile["indexes"];
  /** Whether the database also has the tree's local indexes. An emulator needs no index and has no TTL. Default: false. */
  hasLocalIndexes?: boolean;
  /** Default: the timing of the process. */
  timing?: Timing;
  /** Rate limit of bulk writes. Default: the ramp that Firestore recommends. */
  ramp?: Ramp;
}

/** The store on Cloud Firestore or its emulator. */
export function firestoreStore(options: FirestoreOptions): Store {
  const { firestore, hasLocalIndexes = false, timing = hostTiming, ramp = new Ramp(timing) } = options;
  const { tree, indexes } = hasLocalIndexes ? withLocalIndexes(options) : options;
  firestore.settings(clientSettings);
  const watches = new FirestoreWatches({ firestore, tree, indexes });
  const reads = reader(firestore, tree, indexes, {
    getAll: (...refs) => firestore.getAll(...refs),
    run: (query) => query.get(),
  });
  const readsOf = (client: Client) =>
    reader(firestore, tree, indexes, {
      getAll: batchReads((...refs) => client.getAll(...refs), MAX_NAMES),
      run: (query) => client.get(query),
    });
  const runtime: TransactionRuntime = {
    firestore,
    timing,
    queue: new RepeatQueue(),
    begin: (client, before) => new FirestoreTransaction(readsOf(client), before),
    apply: (client, writes) => applyWrites(firestore, tree, client, writes),
  };

  async function commit(writes: Write[]): Promise<void> {
    checkWrites(tree, writes);
    if (writes.every((write) => preconditionOf(write) === undefined)) return commitBlind(runtime, writes);
    // Firestore's own preconditions fail like a plain `create` or `update`, and `set` has none, so we check them ourselves.
    await transact(runtime, (tx) => writeGuarded(tx, writes));
  }

  return {
    kind: "firestore",
    hasLocalIndexes,
    hasHotspots: true,
    findsNamed: true,
    remembers: false,
    get: async <T extends DocData>(path: string) => (await answer(reads.getMany<T>([path])))[0],
    getMany: <T extends DocData>(paths: string[]) => answer(reads.getMany<T>(paths)),
    getExisting: <T extends DocData>(paths: string[]) => answer(reads.getExisting<T>(paths)),
    query: (query) => answer(reads.query(query)),
    count: async (query) => {
      checkQuery(tree, indexes, query);
      return (await answer(toQuery(firestore, query).count().get())).data().count;
    },
    getRecent: async (path, { onRead }) => {
      onRead?.();
      return (await answer(reads.getMany<never>([path])))[0];
    },
    untilVisible: async () => {},
    foreignWrites: () => undefined,
    lastVersion: () => undefined,
    transact: (body) => withPreparation(body, (prepared) => answer(transact(runtime, prepared))),
    commit: (writes) => answer(commit(writes)),
    bulk: (writes) => answer(bulk(writes, ramp, commit)),
    watch: watches.watch,
    close: () => {
      watches.close();
      return firestore.terminate();
    },
  };
}
