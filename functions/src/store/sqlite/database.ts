import { statSync } from "node:fs";
import { backup, DatabaseSync, type StatementSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { ApiError } from "#platform/error";
import { existingFile } from "./existing-file.ts";
import { FORMAT, type FormatOrigin, makeTables, missingTable, nameHistory, PROGRAM, readFormat } from "./format.ts";
import { hasForeignLog } from "./own-log/log-origin.ts";
import { findUnwritable } from "./unwritable.ts";

/** Number of pages that are copied at a time, in a separate thread: 2 MiB. */
const COPY_PAGES = 512;

/** How long a statement waits for a lock that another process holds, in ms. It blocks the event loop meanwhile. */
export const BUSY_TIMEOUT = 5000;

/** The data file can't be used. The message tells the operator what to do. */
export class DataFileError extends Error {
  override readonly name = "DataFileError";
}

/** A connection with a cache of prepared statements. */
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
   * Lets the reads of this turn of the event loop share one transaction: acquiring and releasing the lock takes longer
   * than reading a row. The next turn sees later commits.
   * @returns whether a transaction was started; false when one is running.
   */
  beginReads(): boolean {
    if (this.#db.isTransaction) return false;
    this.statement("BEGIN").run();
    setImmediate(() => this.endReads());
    return true;
  }

  /** Ends the transaction of `beginReads`. That can fail in a damaged file; each read has then failed or returned intact data. */
  endReads(): void {
    if (!this.#db.isOpen || !this.#db.isTransaction) return;
    try {
      this.statement("COMMIT").run();
    } catch (error) {
      if (!isSqliteError(error)) throw error;
      if (this.#db.isTransaction) this.#db.exec("ROLLBACK");
    }
  }

  /**
   * Copies what this connection sees to another file, in another thread. Within a read transaction the copy is one
   * state of the data, and commits of other processes neither wait for the copy nor restart it.
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
 * Opens the data file and creates it when missing. WAL with `synchronous=FULL` keeps every commit on disk, until
 * `openLog` (`commit/wal-flush.ts`) takes over the flushing.
 * @param image for `:memory:`, the bytes of a data file to begin with.
 * @throws DataFileError when it is damaged, foreign, of another format, can't be written, or is refused as empty.
 */
export function openDatabase(
  file: string,
  { isEmptyRefused = false, image }: { isEmptyRefused?: boolean; image?: Uint8Array } = {},
): Database {
  let db: DatabaseSync | undefined;
  try {
    // Checked before opening: SQLite deletes the log of an empty file, which may hold the lost data.
    if (isEmptyRefused && statSync(file).size === 0) throw emptyFile(file);
    requireOwnLog(file);
    db = new DatabaseSync(isEmptyRefused ? existingFile(file) : file, { timeout: BUSY_TIMEOUT });
    if (image) db.deserialize(image);
    // Checked before the first write: a foreign or newer file must stay unchanged.
    if (checkFormat(db, file).isEmpty && isEmptyRefused) throw emptyFile(file);
    db.exec("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA cache_size=-16384; PRAGMA temp_store=MEMORY;");
    // On macOS, an ordinary flush leaves pages in the disk's cache, which may write them in any order. Commits are flushed
    // by Node, which empties that cache.
    db.exec("PRAGMA checkpoint_fullfsync=1");
    db.exec("BEGIN IMMEDIATE");
    // Checked again under the lock: another process may have created the tables meanwhile.
    const hasTables = (db.prepare("SELECT count(*) AS n FROM sqlite_schema").get() as { n: number }).n > 0;
    if (!hasTables) makeTables(db, Date.now());
    nameHistory(db);
    db.exec("COMMIT");
    return new Database(db);
  } catch (error) {
    db?.close();
    throw error instanceof DataFileError ? error : new DataFileError(explain(file, error as SqliteError));
  }
}

/**
 * Opens an existing data file for reading one state of it, whatever is committed meanwhile.
 * @param isEarlierAllowed whether it may be of an earlier format, because the caller reads only its pages.
 * @throws DataFileError when it is missing, damaged, foreign or of another format.
 */
export function openDatabaseSnapshot(file: string, { isEarlierAllowed = false } = {}): Database {
  let db: DatabaseSync | undefined;
  try {
    requireOwnLog(file);
    db = new DatabaseSync(file, { readOnly: true, timeout: BUSY_TIMEOUT });
    // The first read takes the snapshot.
    db.exec("BEGIN");
    const check = isEarlierAllowed ? requireKnownFormat : checkFormat;
    if (check(db, file).isEmpty) throw emptyFile(file);
    return new Database(db);
  } catch (error) {
    db?.close();
    throw error instanceof DataFileError ? error : new DataFileError(explain(file, error as SqliteError));
  }
}

/** @throws DataFileError when the log beside the file belongs to another file: SQLite would mix its pages into this one. */
function requireOwnLog(file: string): void {
  if (!hasForeignLog(file)) return;
  throw new DataFileError(
    `${file}-wal is the log of another data file that was here before, and would damage this one. Move ${file}-wal and ${file}-shm away and start again, or restore a backup into a new folder.`,
  );
}

function emptyFile(file: string): DataFileError {
  return new DataFileError(
    `${file} is empty. Restore it from a backup, or remove it and the secrets beside it to begin with new data.`,
  );
}

/**
 * Opens a data file that no process writes to, such as a copy, and leaves no files beside it. It may be of an earlier format.
 * @throws DataFileError when it is missing, damaged, foreign or newer than this program.
 */
export function openDatabaseCopy(file: string): { db: Database; format: number } {
  let db: DatabaseSync | undefined;
  try {
    const url = pathToFileURL(file);
    url.search = "?immutable=1";
    db = new DatabaseSync(url, { readOnly: true });
    const { isEmpty, format } = requireKnownFormat(db, file);
    if (isEmpty) throw emptyFile(file);
    return { db: new Database(db), format };
  } catch (error) {
    db?.close();
    throw error instanceof DataFileError ? error : new DataFileError(explain(file, error as SqliteError));
  }
}

/** @throws DataFileError when the file is foreign, of another format than this program writes, or lacks one of its tables. */
function checkFormat(db: DatabaseSync, file: string): { isEmpty: boolean } {
  const { isEmpty, ...origin } = requireKnownFormat(db, file);
  if (!isEmpty && origin.format < FORMAT)
    throw new DataFileError(
      `${file} was written by an earlier Atrium (data format ${origin.format}, this one writes ${FORMAT}). Start the server once: it makes a backup and brings the file up to date.`,
    );
  const missing = isEmpty ? undefined : missingTable(db);
  if (missing !== undefined)
    throw new DataFileError(
      `${file} is damaged: its table \`${missing}\` is missing or has other columns. Restore it from a backup, or point ATRIUM_DATA at another folder.`,
    );
  return { isEmpty };
}

/**
 * Reads the format that the file records.
 * @param newest the newest format that the caller knows.
 * @throws DataFileError when the file is foreign, or of a newer format.
 */
export function requireKnownFormat(
  db: DatabaseSync,
  file: string,
  newest = FORMAT,
): FormatOrigin & { isEmpty: boolean } {
  const { isEmpty, isOurs, ...origin } = readFormat(db);
  if (!isEmpty && !isOurs)
    throw new DataFileError(`${file} is not an Atrium database. Point ATRIUM_DATA at another folder.`);
  if (origin.format > newest) throw newerFormat(file, origin);
  return { ...origin, isEmpty };
}

/** Looks up the format of an existing data file, which may be an earlier one. @throws DataFileError like `openDatabaseSnapshot`. */
export function readDataFormat(file: string, newest = FORMAT): FormatOrigin & { isEmpty: boolean } {
  let db: DatabaseSync | undefined;
  try {
    requireOwnLog(file);
    db = new DatabaseSync(file, { readOnly: true, timeout: BUSY_TIMEOUT });
    return requireKnownFormat(db, file, newest);
  } catch (error) {
    throw error instanceof DataFileError ? error : new DataFileError(explain(file, error as SqliteError));
  } finally {
    db?.close();
  }
}

function newerFormat(file: string, { format, program }: FormatOrigin): DataFileError {
  const { maker, thisOne, remedy } = describeMaker(program);
  return new DataFileError(
    `${file} was written by ${maker} (data format ${format}; this is ${thisOne}, which knows ${FORMAT}). ${remedy}, restore the backup that was made before the upgrade, or point ATRIUM_DATA at another folder.`,
  );
}

/** The format may change between builds of one version; then the version of the newer build is no remedy. */
function describeMaker(program: string | undefined) {
  if (program === undefined) return { maker: "a newer Atrium", thisOne: PROGRAM, remedy: "Update Atrium" };
  if (program !== PROGRAM)
    return { maker: `a newer Atrium, ${program}`, thisOne: PROGRAM, remedy: `Update Atrium to ${program} or later` };
  return {
    maker: `a newer build of Atrium ${program}`,
    thisOne: "an older build of it",
    remedy: "Start a build that knows this format, such as the one that ran here last",
  };
}

/** Number of the last commit that the running read sees. */
export function lastCommit(db: Database): number {
  const row = db.statement("SELECT value FROM meta WHERE key = 'sequence'").get();
  return (row as { value: number }).value;
}

/** An error of node:sqlite. */
export interface SqliteError extends Error {
  /** SQLite's result code; the low byte is the primary one. */
  errcode?: number;
}

/** Whether SQLite threw the error; false for programming errors, which must not be reported as a full disk. */
export function isSqliteError(error: unknown): error is SqliteError {
  return typeof (error as SqliteError)?.errcode === "number";
}

/** The message for the operator when the file can't be used. */
export function explain(file: string, error: SqliteError): string {
  const primary = (error.errcode ?? 0) & 0xff;
  if (primary === 26 || primary === 11)
    return `${file} is damaged or not a database (${error.message}). Restore it from a backup, or point ATRIUM_DATA at another folder.`;
  if (primary === 14 || primary === 8 || primary === 10)
    return `${findUnwritable(file) ?? file} can't be opened for writing (${error.message}). Check its permissions and owner, those of the folder, and free space, or set ATRIUM_DATA.`;
  if (primary === 5)
    return `${file} is in use by another process that has locked it (${error.message}). Wait for it to end, or stop it.`;
  return `${file} can't be opened: ${error.message}.`;
}

/** Converts a failure of SQLite to an error for callers: nothing was applied. */
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
