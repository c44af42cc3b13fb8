import type { Database } from "./database.ts";
import type { Conditions, EntryPosition } from "./index-ranges.ts";

/** Maximum number of rows that one read counts, in a few ms at most. */
export const COUNTED_AT_ONCE = 5000;

/** Counts the documents of a collection whose ids come after one. Each step counts at most `batch` of them. */
export function* countDocuments(db: Database, coll: number, after: string, batch: number): Generator<number, void> {
  const sql = `SELECT count(*) AS n, max(id) AS last
    FROM (SELECT id FROM docs WHERE coll = ? AND id > ? ORDER BY id LIMIT ?)`;
  for (let from = after; ; ) {
    const { n, last } = db.statement(sql).get(coll, from, batch) as { n: number; last: string };
    yield n;
    if (n < batch) return;
    from = last;
  }
}

/** Counts index entries. Each step counts at most `batch` of them. @param conditionsFrom limits them to the entries after a position. */
export function* countEntries(
  db: Database,
  conditionsFrom: (position?: EntryPosition) => Conditions | undefined,
  batch: number,
): Generator<number, void> {
  for (let from: EntryPosition | undefined; ; ) {
    const conditions = conditionsFrom(from);
    if (!conditions) return;
    const { where, values } = conditions;
    const counting = `SELECT count(*) AS n FROM (SELECT 1 FROM entries e WHERE ${where} LIMIT ?)`;
    const { n } = db.statement(counting).get(...values, batch) as { n: number };
    const sql = `SELECT e.key, e.coll, e.id FROM entries e WHERE ${where} ORDER BY e.key, e.coll, e.id LIMIT 1 OFFSET ?`;
    const last = n < batch ? undefined : db.statement(sql).get(...values, batch - 1);
    yield n;
    if (!last) return;
    const { key, coll, id } = last as { key: Uint8Array; coll: number; id: string };
    from = [Buffer.from(key), coll, id];
  }
}
