import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { DataFileError } from "@atrium/functions/store/sqlite/database";

/** The file in a data folder that its server locks. It stays when the server ends, without any meaning. */
export const LOCK_FILE = "atrium.lock";

/** Error code of SQLite for a file that another process has locked. */
const SQLITE_BUSY = 5;

/** Locks of this process. Each lock ends with its database object, so the objects are kept here. */
const locks: DatabaseSync[] = [];

/**
 * Locks a data folder for this server until its process ends, however it ends. With two servers, clients of one would
 * not see the cursors of the other's clients, and both would make the scheduled backups.
 * @throws DataFileError if another server uses the folder.
 */
export function lockFolder(folder: string): void {
  const file = join(folder, LOCK_FILE);
  closeSync(openSync(file, "a", 0o600));
  // The system releases SQLite's locks when their process ends, even after a kill.
  const lock = new DatabaseSync(file);
  try {
    // A killed process would leave a journal file behind, and nothing is written that needs one.
    lock.exec("PRAGMA journal_mode=MEMORY; BEGIN EXCLUSIVE");
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error;
    throw new DataFileError(
      `Another server uses the data in ${folder}. Stop it first, or give this one a folder of its own with ATRIUM_DATA. For more processes on one folder, set ATRIUM_WORKERS.`,
    );
  }
  locks.push(lock);
}
