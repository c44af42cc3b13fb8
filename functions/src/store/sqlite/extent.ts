import type { Doc } from "#store/port";
import type { Database } from "./database.ts";

/** The rows that hold the documents of a query. */
export interface Extent {
  /** FROM clauses for the documents, as `d`, with their values. None before the collection is first written. */
  sources(): { sql: string; values: (number | string | Buffer)[] }[];
  /** Whether a document of the collection matches the query. */
  matches(doc: Doc): boolean;
}

/** Number and latest version of the documents. If neither has changed, no document has. */
export function summarize(db: Database, extent: Extent): { count: number; latest: number } {
  let count = 0;
  let latest = 0;
  for (const { sql, values } of extent.sources()) {
    const row = db.statement(`SELECT count(*) AS n, max(d.version) AS latest FROM ${sql}`).get(...values);
    const summary = row as { n: number; latest: number | null };
    count += summary.n;
    latest = Math.max(latest, summary.latest ?? 0);
  }
  return { count, latest };
}

/** The versions of all documents, by encoded id. */
export function versionsIn(db: Database, extent: Extent): Map<string, number> {
  const versions = extent.sources().flatMap(({ sql, values }) => {
    const rows = db.statement(`SELECT d.id, d.version FROM ${sql}`).all(...values);
    return rows as unknown as { id: string; version: number }[];
  });
  return new Map(versions.map(({ id, version }) => [id, version]));
}
