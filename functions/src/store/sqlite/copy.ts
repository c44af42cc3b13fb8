import { closeSync, openSync } from "node:fs";
import { collectionName } from "#store/paths";
import type { DocData } from "#store/port";
import {
  type Database,
  DataFileError,
  isSqliteError,
  openDatabaseCopy,
  openDatabaseSnapshot,
  type SqliteError,
} from "./database.ts";
import { decodeDocument } from "./json.ts";

/** Maximum number of problems that are described. */
const DESCRIBED = 20;
/** The formats that keep large texts in a separate table, and their SQL for the text of a row `d` of `docs`. */
const FORMATS_WITH_LARGE = [3, 4];
const TEXT_WITH_LARGE = `CASE WHEN octet_length(d.data) = 0
  THEN (SELECT l.data FROM large l WHERE l.coll = d.coll AND l.id = d.id) ELSE d.data END`;

/**
 * Copies the current state of a data file while other processes go on writing to it. Only the owner can read the copy.
 * Files of earlier formats can be copied, too: a backup matters most before an upgrade.
 * @param target path of the copy, which must not exist yet.
 * @throws DataFileError when the file can't be read or the copy can't be written.
 */
export async function copySqlite(
  file: string,
  target: string,
  onProgress?: (done: number, total: number) => void,
): Promise<void> {
  const db = openDatabaseSnapshot(file, { isEarlierAllowed: true });
  try {
    // SQLite gives its journal the same permissions.
    closeSync(openSync(target, "wx", 0o600));
    await db.copyTo(target, onProgress);
  } catch (error) {
    if (!isSqliteError(error)) throw error;
    throw new DataFileError(`${file} can't be copied to ${target} (${error.message}). Check the free space.`);
  } finally {
    db.close();
  }
}

/** A data file that no process writes to, opened to inspect its content. Formats of earlier versions are accepted. */
export class SqliteCopy {
  readonly #db: Database;
  readonly #file: string;
  /** Version of its tables. */
  readonly format: number;

  /** @throws DataFileError when it is damaged, foreign or newer than this program. */
  constructor(file: string) {
    const { db, format } = openDatabaseCopy(file);
    this.#db = db;
    this.#file = file;
    this.format = format;
  }

  /** Checks every page and returns the problems in SQLite's words; empty if there are none. */
  findDamage(): string[] {
    return this.#read(() => {
      const rows = this.#db.statement(`PRAGMA integrity_check(${DESCRIBED})`).all();
      return rows.map((row) => String(Object.values(row)[0])).filter((text) => text !== "ok");
    });
  }

  /** Number of documents by name of their collection. */
  countDocuments(): Record<string, number> {
    return this.#read(() => {
      const counts = new Map<string, number>();
      const sql =
        "SELECT path, n FROM (SELECT coll, count(*) AS n FROM docs GROUP BY coll) JOIN collections ON num = coll";
      for (const { path, n } of this.#db.statement(sql).iterate() as Iterable<{ path: string; n: number }>) {
        const name = collectionName(path);
        counts.set(name, (counts.get(name) ?? 0) + n);
      }
      return Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
    });
  }

  /** The documents of one top-level collection. */
  readAll<T extends DocData>(collection: string): T[] {
    return this.#read(() => {
      const text = FORMATS_WITH_LARGE.includes(this.format) ? TEXT_WITH_LARGE : "d.data";
      const sql = `SELECT ${text} AS data FROM docs d WHERE d.coll = (SELECT num FROM collections WHERE path = ?)`;
      return (this.#db.statement(sql).all(collection) as { data: string }[]).map(
        ({ data }) => decodeDocument(data) as T,
      );
    });
  }

  close(): void {
    this.#db.close();
  }

  #read<T>(body: () => T): T {
    try {
      return body();
    } catch (error) {
      if (!isSqliteError(error)) throw error;
      throw new DataFileError(`${this.#file} is damaged (${(error as SqliteError).message}).`);
    }
  }
}
