import type { Transaction as Client, Firestore } from "firebase-admin/firestore";
import { preconditionOf, writeGuarded } from "#store/guarded-writes";
import type { DocData, Store, Write } from "#store/port";
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
import { commitBlind, type Means, transact } from "./transact.ts";
import { FirestoreTransaction } from "./transaction.ts";
import { FirestoreWatches } from "./watch.ts";
import { applyWrites } from "./write.ts";

/** What the adapter works with. `close` terminates the client. */
export interface FirestoreOptions {
  /** A client that nothing was asked of yet: the adapter sets how it repeats. */
  firestore: Firestore;
  tree: Tree;
  /** Composite indexes, from `firestore.indexes.json`. */
  indexes: IndexFile["indexes"];
  /** Default: that of the process. */
  timing?: Timing;
  /** The pace of bulk writes. Default: the one that Firestore asks for. */
  ramp?: Ramp;
}

/** The store on Cloud Firestore, or on the emulator that the client talks to. */
export function firestoreStore(options: FirestoreOptions): Store {
  const { firestore, tree, indexes, timing = hostTiming, ramp = new Ramp(timing) } = options;
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
  const means: Means = {
    firestore,
    timing,
    queue: new RepeatQueue(),
    begin: (client, before) => new FirestoreTransaction(readsOf(client), before),
    apply: (client, writes) => applyWrites(firestore, tree, client, writes),
  };

  async function commit(writes: Write[]): Promise<void> {
    checkWrites(tree, writes);
    if (writes.every((write) => preconditionOf(write) === undefined)) return commitBlind(means, writes);
    // Firestore's own preconditions fail as a `create` or `update` without one does, and `set` takes none.
    await transact(means, (tx) => writeGuarded(tx, writes));
  }

  return {
    kind: "firestore",
    get: async <T extends DocData>(path: string) => (await answer(reads.getMany<T>([path])))[0],
    getMany: <T extends DocData>(paths: string[]) => answer(reads.getMany<T>(paths)),
    query: (query) => answer(reads.query(query)),
    count: async (query) => {
      checkQuery(tree, indexes, query);
      return (await answer(toQuery(firestore, query).count().get())).data().count;
    },
    transact: (body) => answer(transact(means, body)),
    commit: (writes) => answer(commit(writes)),
    bulk: (writes) => answer(bulk(writes, ramp, commit)),
    watch: watches.watch,
    close: () => {
      watches.close();
      return firestore.terminate();
    },
  };
}
