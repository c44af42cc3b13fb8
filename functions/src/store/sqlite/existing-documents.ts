import { collectionName } from "#store/paths";
import type { Collections } from "./collections.ts";
import type { Database } from "./database.ts";
import type { Indexes } from "./indexes.ts";
import { decodeDocument } from "./json.ts";

/** Adds index entries for documents that were written before their index was declared. */
export function indexExistingDocuments(db: Database, collections: Collections, indexes: Indexes): void {
  const names = new Set(indexes.added.map((index) => index.collection));
  if (names.size === 0) return;
  const collectionRows = db.statement("SELECT num, path FROM collections").all() as { num: number; path: string }[];
  for (const { num, path } of collectionRows) {
    const collection = collectionName(path);
    if (!names.has(collection) || path.includes("//")) continue;
    const added = indexes.added.filter((index) => index.collection === collection);
    const rows = db.statement("SELECT id, data FROM docs WHERE coll = ?").iterate(num);
    for (const { id, data } of rows as Iterable<{ id: string; data: string }>) {
      const document = { path, num, collection, id };
      for (const { index, scope, key } of indexes.entries(collections, document, decodeDocument(data), added))
        db.statement("INSERT INTO entries VALUES (?, ?, ?, ?, ?)").run(index, scope, key, num, id);
    }
  }
}
