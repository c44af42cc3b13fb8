import { withLocalIndexes } from "#store/local-indexes";
import type { Store, StoreReader } from "#store/port";
import { Collections } from "./collections.ts";
import { type Log, openLog } from "./commit/wal-flush.ts";
import {
  type Database,
  DataFileError,
  explain,
  isSqliteError,
  openDatabase,
  openDatabaseSnapshot,
} from "./database.ts";
import { indexExistingDocuments } from "./existing-documents.ts";
import { Indexes } from "./indexes.ts";
import type { SqliteOptions } from "./options.ts";
import { SqliteStore } from "./sqlite-store.ts";

/** SQLite's result code for a write through a read-only connection. */
const READ_ONLY = 8;

/**
 * Opens the store over one SQLite file, which several processes may share.
 * @throws DataFileError with a message for the operator when the file can't be used.
 */
export async function openSqliteStore(declared: SqliteOptions): Promise<Store> {
  const options = withLocalIndexes(declared);
  const db = openDatabase(options.file, options);
  const collections = new Collections(db);
  const indexes = prepareIndexes(db, collections, options);
  return new SqliteStore({ db, collections, indexes, log: openLogOf(db, options) }, options);
}

/** @throws DataFileError */
function openLogOf(db: Database, options: SqliteOptions): Log | undefined {
  try {
    return (options.openLog ?? openLog)(db, options.file);
  } catch (error) {
    db.close();
    throw new DataFileError(
      `The log of ${options.file} can't be opened (${(error as Error).message}). Check the folder's permissions.`,
    );
  }
}

/** @throws DataFileError when the tables can't be read or written. */
function prepareIndexes(db: Database, collections: Collections, { file, tree, indexes }: SqliteOptions): Indexes {
  try {
    db.exec("BEGIN IMMEDIATE");
    const declared = new Indexes(db, tree, indexes);
    indexExistingDocuments(db, collections, declared);
    db.exec("COMMIT");
    return declared;
  } catch (error) {
    db.close();
    throw isSqliteError(error) ? new DataFileError(explain(file, error)) : error;
  }
}

/** A read-only view of the data file at one moment. */
export type Snapshot = StoreReader & Pick<Store, "count" | "close">;

/**
 * Opens the current state of an existing data file for reading: later commits are not seen, nothing is created or changed.
 * @throws DataFileError with a message for the operator when the file can't be used.
 */
export async function openSqliteSnapshot(declared: SqliteOptions): Promise<Snapshot> {
  const options = withLocalIndexes(declared);
  return new SqliteStore(openForReading(options), options);
}

/** The parts of a snapshot. @throws DataFileError */
export function openForReading(options: SqliteOptions) {
  const { file, tree, indexes } = withLocalIndexes(options);
  const db = openDatabaseSnapshot(file);
  try {
    return { db, collections: new Collections(db), indexes: new Indexes(db, tree, indexes) };
  } catch (error) {
    db.close();
    if (!isSqliteError(error)) throw error;
    throw (error.errcode ?? 0) % 256 === READ_ONLY
      ? new DataFileError(`${file} was written by an earlier Atrium. Start the server once to bring it up to date.`)
      : new DataFileError(explain(file, error));
  }
}
