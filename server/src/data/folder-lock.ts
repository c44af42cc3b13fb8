import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { DataFileError } from "@atrium/functions/store/sqlite/database";

/** The file in a data folder that its server has locked. It stays when the server ends, and says nothing then. */
export const LOCK_FILE = "atrium.lock";

/** Error code of SQLite for a file that another process has locked. */
const SQLITE_BUSY = 5;

/** Locks of this process. A lock ends with its database, so they are kept here. */
const locks: DatabaseSync[] = [];

/**
 * Takes a data folder for this server until its process ends, however it ends. Two servers would each serve a part of the clients:
 * cursors of one are not seen at the other, and both would make the scheduled backups.
 * @throws DataFileError when another server has the folder.
 */
export function lockFolder(folder: string): void {
  const file = join(folder, LOCK_FILE);
  closeSync(openSync(file, "a", 0o600));
  // The system frees the locks of SQLite with their process, also after a kill.
  const lock = new DatabaseSync(file);
  try {
    // A journal file would stay behind a killed process, and nothing is written that would need one.
    lock.exec("PRAGMA journal_mode=MEMORY; BEGIN EXCLUSIVE");
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error;
    throw new DataFileError(
      `Another server runs on the data of ${folder}. Stop it first, or give this one a folder of its own with ATRIUM_DATA. For more processes on one folder, set ATRIUM_WORKERS.`,
    );
  }
  locks.push(lock);
}
