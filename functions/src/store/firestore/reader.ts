import type {
  DocumentReference,
  DocumentSnapshot,
  Firestore,
  Query as FirestoreQuery,
  QuerySnapshot,
} from "firebase-admin/firestore";
import { batchesOf } from "#platform/async/parallel";
import { lookupsOf } from "#store/lookups";
import type { DocData, Query, StoreReader } from "#store/port";
import { checkQuery } from "#store/query-plan";
import { checkPath } from "#store/rules";
import type { IndexFile, Tree } from "#store/tree";
import { toDoc } from "./convert.ts";
import { readPage, toLookup, toQuery } from "./query.ts";

/** Maximum number of documents in one request: a name may take 6 KB, and a request 10 MiB. */
export const MAX_NAMES = 1000;

/** The client's reads, which differ inside and outside transactions. */
export interface Source {
  getAll(...refs: DocumentReference[]): Promise<DocumentSnapshot[]>;
  run(query: FirestoreQuery): Promise<QuerySnapshot>;
}

/** Reads through the client. Errors stay unchanged, because the transaction loop decides by them whether to retry. */
export function reader(firestore: Firestore, tree: Tree, indexes: IndexFile["indexes"], source: Source) {
  return {
    async getMany<T extends DocData>(paths: string[]) {
      for (const path of paths) checkPath(tree, path);
      if (paths.length === 0) return [];
      const refs = paths.map((path) => firestore.doc(path));
      const snapshots = await Promise.all(batchesOf(refs, MAX_NAMES).map((batch) => source.getAll(...batch)));
      return snapshots.flat().map((snapshot) => toDoc<T>(snapshot));
    },
    async getExisting<T extends DocData>(paths: string[]) {
      for (const path of paths) checkPath(tree, path);
      const results = await Promise.all(lookupsOf(paths).map((lookup) => source.run(toLookup(firestore, lookup))));
      const docs = new Map(
        results.flatMap(({ docs }) => docs.map((snapshot) => [snapshot.ref.path, toDoc<T>(snapshot)])),
      );
      return paths.map((path) => docs.get(path));
    },
    async query<T extends DocData>(query: Query) {
      checkQuery(tree, indexes, query);
      return readPage<T>(query, (batch) => source.run(toQuery(firestore, batch)));
    },
  } satisfies Pick<StoreReader, "getMany" | "getExisting" | "query">;
}
