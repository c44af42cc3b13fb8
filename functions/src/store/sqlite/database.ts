import { statSync } from "node:fs";
import { backup, DatabaseSync, type StatementSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { ApiError } from "#platform/error";

/** Version of the tables below, kept in the file as `user_version`. */
export const FORMAT = 1;
/** "ATRM", so that `file` and a mistaken path can be told from an Atrium database. */
const APPLICATION_ID = 0x4154524d;

/** Pages that a copy takes at a time, in a thread of its own: 2 MiB. */
const COPY_PAGES = 512;

const SCHEMA = `
CREATE TABLE meta (key TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
INSERT INTO meta VALUES ('sequence', 0);
-- Paths of collections get numbers, so that rows are clustered by collection and keys stay short.
CREATE TABLE collections (num INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE);
CREATE TABLE docs (coll INTEGER NOT NULL, id TEXT NOT NULL, version INTEGER NOT NULL, data TEXT NOT NULL,
  PRIMARY KEY (coll, id)) WITHOUT ROWID;
CREATE TABLE indexes (num INTEGER PRIMARY KEY, definition TEXT NOT NULL UNIQUE);
CREATE TABLE entries (idx INTEGER NOT NULL, scope INTEGER NOT NULL, key BLOB NOT NULL, coll INTEGER NOT NULL, id TEXT NOT NULL,
  PRIMARY KEY (idx, scope, key, coll, id)) WITHOUT ROWID;
`;

/** The data file can't be used. The message is for a person and says what to do. */
export class DataFileError extends Error {
  override readonly name = "DataFileError";
}

/** A connection with its prepared statements, made on first use. */
export class Database {
  readonly #db: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(db: DatabaseSync) {
    this.#db = db;
  }

  exec(sql: string): void {
    this.#db.exec(sql);
  }

  statement(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = this.#db.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  /**
   * Lets the reads of this turn of the event loop share one transaction: taking and leaving the lock takes longer than
   * reading a row. Requests of the next turn see what has been committed meanwhile.
   * @returns whether a transaction was begun; false: one is running.
   */
  beginReads(): boolean {
    if (this.#db.isTransaction) return false;
    this.statement("BEGIN").run();
    setImmediate(() => this.endReads());
    return true;
  }

  /** Ends what `beginReads` has begun. */
  endReads(): void {
    if (this.#db.isOpen && this.#db.isTransaction) this.statement("COMMIT").run();
  }

  /**
   * Copies what this connection sees to another file, in a thread beside this one. Within a read transaction that is one state
   * of the data, and others' commits neither wait for it nor make it begin again.
   */
  async copyTo(file: string, onProgress?: (done: number, total: number) => void): Promise<void> {
    await backup(this.#db, file, {
      rate: COPY_PAGES,
      progress: ({ totalPages, remainingPages }) => onProgress?.(totalPages - remainingPages, totalPages),
    });
  }

  close(): void {
    this.#statements.clear();
    this.#db.close();
  }
}

/**
 * Opens the data file, making it when it is missing. WAL with `synchronous=FULL`: what is committed is on disk.
 * @throws DataFileError when it is damaged, foreign, newer than this program, can't be written, or is refused as empty.
 */
export function openDatabase(file: string, { isEmptyRefused = false } = {}): Database {
  let db: DatabaseSync | undefined;
  try {
    // Looked at before it is opened: SQLite removes the log of an empty file, which may hold what was lost.
    if (isEmptyRefused && statSync(file).size === 0) throw emptyFile(file);
    db = new DatabaseSync(file, { timeout: 5000 });
    // Checked before the first write: a foreign or newer file must stay as it is.
    if (checkFormat(db, file).isEmpty && isEmptyRefused) throw emptyFile(file);
    db.exec("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA cache_size=-16384; PRAGMA temp_store=MEMORY;");
    db.exec("BEGIN IMMEDIATE");
    // Looked at again under the lock: another process may have made the tables meanwhile.
    const made = (db.prepare("SELECT count(*) AS n FROM sqlite_schema").get() as { n: number }).n > 0;
    if (!made) db.exec(`${SCHEMA} PRAGMA application_id=${APPLICATION_ID}; PRAGMA user_version=${FORMAT};`);
    db.exec("COMMIT");
    return new Database(db);
  } catch (error) {
    db?.close();
    throw error instanceof DataFileError ? error : new DataFileError(explain(file, error as SqliteError));
  }
}

/**
 * Opens an existing data file for reading one state of it, whatever is committed meanwhile.
 * @throws DataFileError when it is missing, damaged, foreign or newer than this program.
 */
export function openDatabaseSnapshot(file: string): Database {
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
    // The first read takes the snapshot.
    db.exec("BEGIN");
    if (checkFormat(db, file).isEmpty) throw emptyFile(file);
    return new Database(db);
  } catch (error) {
    db?.close();
    throw error instanceof DataFileError ? error : new DataFileError(explain(file, error as SqliteError));
  }
}

function emptyFile(file: string): DataFileError {
  return new DataFileError(`${file} is empty. Restore it from a backup, or remove it to begin with new data.`);
}

/**
 * Opens a data file that nobody writes to, such as a copy, and leaves no files beside it. It may be of an earlier format.
 * @throws DataFileError when it is missing, damaged, foreign or newer than this program.
 */
export function openDatabaseCopy(file: string): { db: Database; format: number } {
  let db: DatabaseSync | undefined;
  try {
    const url = pathToFileURL(file);
    url.search = "?immutable=1";
    db = new DatabaseSync(url, { readOnly: true });
    const { isEmpty, format } = checkFormat(db, file);
    if (isEmpty) throw emptyFile(file);
    return { db: new Database(db), format };
  } catch (error) {
    db?.close();
    throw error instanceof DataFileError ? error : new DataFileError(explain(file, error as SqliteError));
  }
}

/** @throws DataFileError when the file is foreign or newer than this program. */
function checkFormat(db: DatabaseSync, file: string): { isEmpty: boolean; format: number } {
  const isEmpty = (db.prepare("SELECT count(*) AS n FROM sqlite_schema").get() as { n: number }).n === 0;
  const format = (db.prepare("PRAGMA user_version").get() as { user_version: number }).user_version;
  const application = (db.prepare("PRAGMA application_id").get() as { application_id: number }).application_id;
  if (!isEmpty && application !== APPLICATION_ID)
    throw new DataFileError(`${file} is not an Atrium database. Point ATRIUM_DATA at another folder.`);
  if (format > FORMAT)
    throw new DataFileError(
      `${file} was written by a newer Atrium (data format ${format}, this one knows ${FORMAT}). Update Atrium, or point ATRIUM_DATA at another folder.`,
    );
  return { isEmpty, format };
}

/** What node:sqlite throws. */
export interface SqliteError extends Error {
  /** SQLite's result code; the low byte is the primary one. */
  errcode?: number;
}

/** False for faults of our own code, which must not be taken for a full disk. */
export function isSqliteError(error: unknown): error is SqliteError {
  return typeof (error as SqliteError)?.errcode === "number";
}

/** What an operator is told when the file can't be used. */
export function explain(file: string, error: SqliteError): string {
  const primary = (error.errcode ?? 0) & 0xff;
  if (primary === 26 || primary === 11)
    return `${file} is damaged or not a database (${error.message}). Restore it from a backup, or point ATRIUM_DATA at another folder.`;
  if (primary === 14 || primary === 8 || primary === 10)
    return `${file} can't be opened for writing (${error.message}). Check the folder's permissions and free space, or set ATRIUM_DATA.`;
  return `${file} can't be opened: ${error.message}.`;
}

/** Turns a failure of SQLite into what a caller is told: nothing was applied, try again later. */
export function unavailable(error: unknown): ApiError {
  const { errcode, message } = error as SqliteError;
  const primary = (errcode ?? 0) & 0xff;
  if (primary === 11 || primary === 26)
    return new ApiError("DATA_LOSS", "The data file is damaged. Ask the operator to run `npx atrium doctor`.", {
      cause: error,
    });
  const reason =
    primary === 13 ? "the disk is full" : primary === 5 ? "the data file is busy" : "the data file can't be written";
  return new ApiError("UNAVAILABLE", `Nothing was stored: ${reason}. Try again later.`, {
    cause: error,
    retryAfter: 5,
    details: { reason: message },
  });
}
