import { collectionName } from "#store/paths";
import { openForReading, type SqliteOptions } from "./adapter.ts";
import type { Collections } from "./collections.ts";
import { type Database, isSqliteError } from "./database.ts";
import type { Entry, Indexes } from "./indexes.ts";
import { decodeDocument } from "./json.ts";

/** Documents looked at unless all are asked for, and how many of one collection. */
const SAMPLE = 20_000;
const SAMPLE_OF_COLLECTION = 200;
/** Problems that are described. */
const DESCRIBED = 20;

/** What a look into the data file has found; no problems: all is well. */
export interface Inspection {
  /** Problems of the file itself, in SQLite's words. */
  damage: string[];
  /** Documents whose index entries are missing or too many. */
  indexProblems: string[];
  /** Documents that were compared with their entries. */
  documents: number;
}

/**
 * Looks into a data file without changing it.
 * @param all every document is compared with its index entries, and every page with the indexes of SQLite; else a sample.
 * @throws DataFileError when the file can't be opened.
 */
export function inspectSqlite(options: SqliteOptions, { all }: { all: boolean }): Inspection {
  const { db, collections, indexes } = openForReading(options);
  try {
    const rows = db.statement(`PRAGMA ${all ? "integrity_check" : "quick_check"}(${DESCRIBED})`).all();
    const damage = rows.map((row) => String(Object.values(row)[0])).filter((text) => text !== "ok");
    // What is damaged can't be read through.
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
    const rows = db.statement("SELECT id, data FROM docs WHERE coll = ? LIMIT ?").iterate(num, limit);
    for (const { id, data } of rows as Iterable<{ id: string; data: string }>) {
      documents++;
      const entries = entriesOf(indexes, collections, path, id, data);
      expected += entries?.length ?? 0;
      if (!entries?.every((entry) => hasEntry(db, entry, num, id)) && indexProblems.length < DESCRIBED)
        indexProblems.push(`${path}/${id} lacks an index entry.`);
    }
    if (!all && documents >= SAMPLE) break;
  }
  if (all && indexProblems.length === 0) {
    const found = countEntries(db, indexes);
    if (found !== expected) indexProblems.push(`There are ${found} index entries, ${expected} are right.`);
  }
  return { indexProblems, documents };
}

/** undefined when the scope of an entry was never numbered, so that the entry can't be there. */
function entriesOf(indexes: Indexes, collections: Collections, path: string, id: string, data: string) {
  try {
    return indexes.entries(collections, path, collectionName(path), id, decodeDocument(data));
  } catch {
    return undefined;
  }
}

function hasEntry(db: Database, { index, scope, key }: Entry, coll: number, id: string): boolean {
  const sql = "SELECT 1 FROM entries WHERE idx = ? AND scope = ? AND key = ? AND coll = ? AND id = ?";
  return db.statement(sql).get(index, scope, key, coll, id) !== undefined;
}

/** Entries of the indexes that are declared; those of a dropped one stay and hurt nobody. */
function countEntries(db: Database, indexes: Indexes): number {
  const count = db.statement("SELECT count(*) AS n FROM entries WHERE idx = ?");
  return indexes.numbers().reduce((sum, index) => sum + (count.get(index) as { n: number }).n, 0);
}
