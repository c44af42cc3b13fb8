import type { DocData } from "#store/port";
import type { Database } from "./database.ts";

/** Where the documents of a query stand. */
export interface Extent {
  /** What stands behind FROM, with the documents as `d`. None before the collection is first written to. */
  places(): { sql: string; values: (number | string | Buffer)[] }[];
  /** Whether a document of the collection is one of them. */
  holds(data: DocData): boolean;
}

/** How many documents there are and the latest of their versions: as before and not later, then nothing has changed. */
export function summarize(db: Database, extent: Extent): { count: number; latest: number } {
  let count = 0;
  let latest = 0;
  for (const { sql, values } of extent.places()) {
    const row = db.statement(`SELECT count(*) AS n, max(d.version) AS latest FROM ${sql}`).get(...values);
    const found = row as { n: number; latest: number | null };
    count += found.n;
    latest = Math.max(latest, found.latest ?? 0);
  }
  return { count, latest };
}

/** The versions of all documents, by encoded id. */
export function versionsIn(db: Database, extent: Extent): Map<string, number> {
  const found = extent.places().flatMap(({ sql, values }) => {
    const rows = db.statement(`SELECT d.id, d.version FROM ${sql}`).all(...values);
    return rows as unknown as { id: string; version: number }[];
  });
  return new Map(found.map(({ id, version }) => [id, version]));
}
