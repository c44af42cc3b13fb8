import type { Transaction as Client, Firestore } from "firebase-admin/firestore";
import { ApiError } from "#model/error";
import type { DocData, Precondition, Store, Transaction, Write } from "#store/port";
import { checkQuery } from "#store/query-plan";
import { checkWrites } from "#store/rules";
import type { IndexFile, Tree } from "#store/tree";
import { bulk } from "./bulk.ts";
import { answer } from "./errors.ts";
import { gathered } from "./gathered.ts";
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
      getAll: gathered((...refs) => client.getAll(...refs), MAX_NAMES),
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
    const guarded = writes.filter((write) => preconditionOf(write) !== undefined);
    if (guarded.length === 0) return commitBlind(means, writes);
    // Firestore's own preconditions fail as a `create` or `update` without one does, and `set` takes none.
    await transact(means, async (tx) => {
      const docs = await tx.getMany(guarded.map(({ path }) => path));
      guarded.forEach((write, i) => {
        checkPrecondition(write, docs[i]?.version);
      });
      repeat(tx, writes);
    });
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

/** Tells a transaction the writes of a commit. */
function repeat(tx: Transaction, writes: readonly Write[]): void {
  for (const write of writes) {
    if (write.op === "delete") tx.delete(write.path);
    else if (write.op === "create" || write.op === "set") tx[write.op](write.path, write.data);
    else tx[write.op](write.path, write.data);
  }
}

function preconditionOf(write: Write): Precondition | undefined {
  return write.op === "create" ? undefined : write.precondition;
}

function checkPrecondition(write: Write, version: string | undefined): void {
  const wanted = preconditionOf(write) ?? {};
  const holds =
    (wanted.exists === undefined || wanted.exists === (version !== undefined)) &&
    (wanted.version === undefined || wanted.version === version);
  if (!holds) throw new ApiError("FAILED_PRECONDITION", "A document is not as it was when it was read.");
}
