import { collectionName } from "#store/paths";
import { openForReading } from "./adapter.ts";
import type { Collections } from "./collections.ts";
import { type Database, isSqliteError } from "./database.ts";
import type { Entry, IndexedDocument, Indexes } from "./indexes.ts";
import { decodeDocument } from "./json.ts";
import type { SqliteOptions } from "./options.ts";

/** Size of the sample of documents, in total and per collection. */
const SAMPLE = 20_000;
const SAMPLE_OF_COLLECTION = 200;
/** Maximum number of problems that are described. */
const MAX_PROBLEMS = 20;

/** The result of an inspection of the data file. */
export interface Inspection {
  /** Problems of the file itself, in SQLite's words. */
  damage: string[];
  /** Problems of index entries that are missing or superfluous. */
  indexProblems: string[];
  /** Number of documents that were compared with their entries. */
  documents: number;
}

/**
 * Inspects a data file without changing it.
 * @param all compares every document with its index entries, and every page with SQLite's indexes; otherwise a sample.
 * @throws DataFileError when the file can't be opened.
 */
export function inspectSqlite(options: SqliteOptions, { all }: { all: boolean }): Inspection {
  const { db, collections, indexes } = openForReading(options);
  try {
    const rows = db.statement(`PRAGMA ${all ? "integrity_check" : "quick_check"}(${MAX_PROBLEMS})`).all();
    const damage = rows.map((row) => String(Object.values(row)[0])).filter((text) => text !== "ok");
    // Documents of a damaged file can't be read reliably.
    if (damage.length > 0) return { damage, indexProblems: [], documents: 0 };
    return { damage, ...compareEntries(db, collections, indexes, all) };
  } catch (error) {
    if (!isSqliteError(error)) throw error;
    return { damage: [error.message], indexProblems: [], documents: 0 };
  } finally {
    db.close();
  }
}

function compareEntries(db: Database, collections: Collections, indexes: Indexes, all: boolean) {
  const indexProblems: string[] = [];
  let documents = 0;
  let expected = 0;
  const order = all ? "num" : "random()";
  const paths = db.statement(`SELECT num, path FROM collections ORDER BY ${order}`).all();
  for (const { num, path } of paths as { num: number; path: string }[]) {
    const name = collectionName(path);
    if (path.includes("//") || !indexes.has(name)) continue;
    const limit = all ? -1 : Math.min(SAMPLE_OF_COLLECTION, SAMPLE - documents);
    const sql = "SELECT id, data FROM docs WHERE coll = ? LIMIT ?";
    const rows = db.statement(sql).iterate(num, limit);
    for (const { id, data } of rows as Iterable<{ id: string; data: string }>) {
      documents++;
      const entries = entriesOf(indexes, collections, { path, num, collection: name, id }, data);
      expected += entries?.length ?? 0;
      if (!entries?.every((entry) => hasEntry(db, entry, num, id)) && indexProblems.length < MAX_PROBLEMS)
        indexProblems.push(`${path}/${id} lacks an index entry.`);
    }
    if (!all && documents >= SAMPLE) break;
  }
  if (all && indexProblems.length === 0) {
    const actual = countEntries(db, indexes);
    if (actual !== expected) indexProblems.push(`There are ${actual} index entries, but ${expected} are expected.`);
  }
  return { indexProblems, documents };
}

/** The entries of a document; undefined if the scope of an entry was never numbered, so that the entry is missing. */
function entriesOf(indexes: Indexes, collections: Collections, document: IndexedDocument, data: string) {
  try {
    return indexes.entries(collections, document, decodeDocument(data));
  } catch {
    return undefined;
  }
}

function hasEntry(db: Database, { index, scope, key }: Entry, coll: number, id: string): boolean {
  const sql = "SELECT 1 FROM entries WHERE idx = ? AND scope = ? AND key = ? AND coll = ? AND id = ?";
  return db.statement(sql).get(index, scope, key, coll, id) !== undefined;
}

/** Number of entries in declared indexes; entries of dropped indexes are harmless leftovers. */
function countEntries(db: Database, indexes: Indexes): number {
  const count = db.statement("SELECT count(*) AS n FROM entries WHERE idx = ?");
  return indexes.numbers().reduce((sum, index) => sum + (count.get(index) as { n: number }).n, 0);
}
