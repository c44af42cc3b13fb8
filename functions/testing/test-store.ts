import type { Store } from "#store/port";
import { openSqliteStore } from "#store/sqlite/adapter";
import { type IndexFile, tree } from "#store/tree";
import indexFile from "../../firestore.indexes.json" with { type: "json" };

/** Composite indexes of the service. */
export const { indexes } = indexFile as IndexFile;

/** An empty store of its own for one test: SQLite in memory. */
export function openTestStore(): Promise<Store> {
  return openSqliteStore({ file: ":memory:", tree, indexes });
}
