import { randomInt } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import packageJson from "../../../package.json" with { type: "json" };

/** Version of the tables below, kept in the file as `user_version`. A change needs a migration (`upgrade/migrations.ts`). */
export const FORMAT = 6;
/** "ATRM": identifies an Atrium database, for the command `file` and to detect a wrong path. */
const APPLICATION_ID = 0x4154524d;
/** Version of this program. */
export const PROGRAM = packageJson.version;

/**
 * The table of documents. Its rows are not clustered by key: a seek then reads only keys, and SQLite keeps a row of up
 * to 4 kB in one page, where a clustered one would need an overflow page of its own from 1 kB on.
 */
export const DOCS_TABLE = `CREATE TABLE docs (coll INTEGER NOT NULL, id TEXT NOT NULL, version INTEGER NOT NULL, data TEXT NOT NULL,
  PRIMARY KEY (coll, id))`;

const SCHEMA = `
CREATE TABLE meta (key TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
INSERT INTO meta VALUES ('sequence', 0);
-- Paths of collections get numbers, so that keys stay short.
CREATE TABLE collections (num INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE);
${DOCS_TABLE};
CREATE TABLE indexes (num INTEGER PRIMARY KEY, definition TEXT NOT NULL UNIQUE);
CREATE TABLE entries (idx INTEGER NOT NULL, scope INTEGER NOT NULL, key BLOB NOT NULL, coll INTEGER NOT NULL, id TEXT NOT NULL,
  PRIMARY KEY (idx, scope, key, coll, id)) WITHOUT ROWID;
`;

/** The formats that the file has had, with the program that wrote each. Every later format keeps this table unchanged. */
export const FORMATS_TABLE =
  "CREATE TABLE formats (format INTEGER PRIMARY KEY, program TEXT NOT NULL, since INTEGER NOT NULL) WITHOUT ROWID";

/** Which program gave a file its format, and when. */
export interface FormatOrigin {
  format: number;
  /** Version of the Atrium that made the file or brought it to this format; missing if the file does not record it. */
  program?: string;
  /** When, in ms since 1970. */
  since?: number;
}

/** Creates the tables of an empty file. Only inside a write transaction. */
export function makeTables(db: DatabaseSync, now: number): void {
  db.exec(`${SCHEMA} ${FORMATS_TABLE}; PRAGMA application_id=${APPLICATION_ID};`);
  noteFormat(db, { format: FORMAT, program: PROGRAM, since: now });
}

/** A table of this format that an open file lacks or has with other columns; undefined if there is none. */
export function missingTable(db: DatabaseSync): string | undefined {
  declaredColumns ??= columnsOfNewFile();
  const fileColumns = columnsByTable(db);
  return [...declaredColumns].find(([table, columns]) => fileColumns.get(table) !== columns)?.[0];
}

/** The columns of this format, determined when a process opens its first file. */
let declaredColumns: Map<string, string> | undefined;

function columnsOfNewFile(): Map<string, string> {
  const db = new DatabaseSync(":memory:");
  try {
    makeTables(db, 0);
    return columnsByTable(db);
  } finally {
    db.close();
  }
}

/** The names of the columns of each table, in their order. */
function columnsByTable(db: DatabaseSync): Map<string, string> {
  const sql = `SELECT t.name AS name, (SELECT group_concat(name) FROM pragma_table_info(t.name)) AS columns
    FROM sqlite_schema t WHERE t.type = 'table'`;
  const rows = db.prepare(sql).all() as { name: string; columns: string }[];
  return new Map(rows.map(({ name, columns }) => [name, columns]));
}

/** Records the format that the file has from now on. Only inside a write transaction. */
export function noteFormat(db: DatabaseSync, { format, program, since }: Required<FormatOrigin>): void {
  db.prepare("INSERT OR REPLACE INTO formats VALUES (?, ?, ?)").run(format, program, since);
  db.exec(`PRAGMA user_version=${format}`);
}

/** Key in `meta` of the history whose commits `sequence` counts: it distinguishes the log of one file from that of another. */
export const HISTORY_KEY = "sequence of";

/** Gives a file a random number for its history if it has none yet. Only inside a write transaction. */
export function nameHistory(db: DatabaseSync): void {
  db.prepare("INSERT OR IGNORE INTO meta VALUES (?, ?)").run(HISTORY_KEY, randomInt(2 ** 47, 2 ** 48 - 1));
}

/** Reads the format that an open file records. */
export function readFormat(db: DatabaseSync): FormatOrigin & { isEmpty: boolean; isOurs: boolean } {
  const isEmpty = (db.prepare("SELECT count(*) AS n FROM sqlite_schema").get() as { n: number }).n === 0;
  const format = (db.prepare("PRAGMA user_version").get() as { user_version: number }).user_version;
  const application = (db.prepare("PRAGMA application_id").get() as { application_id: number }).application_id;
  return { ...readOrigin(db, format), isEmpty, isOurs: application === APPLICATION_ID };
}

/** Format 1 had no such table, and a foreign file may have a different table of that name. */
function readOrigin(db: DatabaseSync, format: number): FormatOrigin {
  try {
    const row = db.prepare("SELECT program, since FROM formats WHERE format = ?").get(format);
    return { format, ...(row as { program: string; since: number } | undefined) };
  } catch {
    return { format };
  }
}
