import type { Transaction as ClientTransaction, Firestore } from "firebase-admin/firestore";
import { ApiError } from "#model/error";
import type { DocData, Precondition, Store, Write } from "#store/port";
import { checkQuery } from "#store/query-plan";
import { checkWrites } from "#store/rules";
import type { IndexFile, Tree } from "#store/tree";
import { bulk } from "./bulk.ts";
import { toVersion } from "./convert.ts";
import { answer } from "./errors.ts";
import { toQuery } from "./query.ts";
import { reader } from "./reader.ts";
import { FirestoreTransaction } from "./transaction.ts";
import { applyWrites } from "./write.ts";

/** What the adapter works with. `close` terminates the client. */
export interface FirestoreOptions {
  firestore: Firestore;
  tree: Tree;
  /** Composite indexes, from `firestore.indexes.json`. */
  indexes: IndexFile["indexes"];
}

/** The store on Cloud Firestore, or on the emulator that the client talks to. */
export function firestoreStore({ firestore, tree, indexes }: FirestoreOptions): Store {
  const options = { maxAttempts: 5 };
  const reads = reader(firestore, tree, indexes, {
    getAll: (...refs) => firestore.getAll(...refs),
    run: (query) => query.get(),
  });
  const readsOf = (client: ClientTransaction) =>
    reader(firestore, tree, indexes, {
      getAll: (...refs) => client.getAll(...refs),
      run: (query) => client.get(query),
    });

  async function commit(writes: Write[]): Promise<void> {
    checkWrites(tree, writes);
    const guarded = writes.filter((write) => preconditionOf(write) !== undefined);
    if (guarded.length === 0) {
      const batch = firestore.batch();
      applyWrites(firestore, tree, batch, writes);
      await batch.commit();
      return;
    }
    // Firestore's own preconditions fail as a `create` or `update` without one does, and `set` takes none.
    await firestore.runTransaction(async (client) => {
      const snapshots = await client.getAll(...guarded.map((write) => firestore.doc(write.path)));
      guarded.forEach((write, i) => {
        const updated = snapshots[i]?.updateTime;
        checkPrecondition(write, updated && toVersion(updated));
      });
      applyWrites(firestore, tree, client, writes);
    }, options);
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
    transact: (body) =>
      answer(
        firestore.runTransaction(async (client) => {
          const tx = new FirestoreTransaction(readsOf(client));
          const result = await body(tx);
          applyWrites(firestore, tree, client, tx.writes);
          return result;
        }, options),
      ),
    commit: (writes) => answer(commit(writes)),
    bulk: (writes) => answer(bulk(writes, commit)),
    close: () => firestore.terminate(),
  };
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
