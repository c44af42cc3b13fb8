import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { DataFileError, explain, isSqliteError, readDataFormat, requireKnownFormat } from "../database.ts";
import { existingFile } from "../existing-file.ts";
import { FORMAT, noteFormat, PROGRAM } from "../format.ts";
import { migrations as allMigrations, type Migration } from "./migrations.ts";
import { keepCopy, requireDiskSpace } from "./upgrade-backup.ts";

/** SQLite's result code when another process has the file open. */
const BUSY = 5;

/** Options of an upgrade of a data file. */
export interface UpgradeOptions {
  file: string;
  /** Tells the operator what is being done, as a sentence and as fields of a log line. */
  notify(message: string, fields: object): void;
  /** Default: all steps. */
  migrations?: readonly Migration[];
  /** Free bytes of the disk that a folder is on. Default: as the system reports. */
  freeBytes?(folder: string): number;
  /** Ms since 1970. Default: the clock of the machine. */
  now?(): number;
  /** How long other processes may take to close the file, in ms. Default: 5 s. */
  lockTimeout?: number;
}

/**
 * Brings a data file of an earlier format up to date in place, after making a backup beside it. Each step is one
 * transaction, so an interrupted one starts over. Does nothing to a file of the newest format or without tables.
 * @throws DataFileError when another process has the file open, the disk has too little space, or a step fails; steps committed
 * before that remain.
 */
export async function upgradeDataFile(options: UpgradeOptions): Promise<void> {
  const { file, migrations = allMigrations } = options;
  const newest = migrations.at(-1)?.to ?? FORMAT;
  const before = readDataFormat(file, newest);
  if (before.isEmpty || before.format >= newest) return;
  const db = openAlone(file, before.format, options.lockTimeout);
  try {
    await upgradeAlone(db, newest, { ...options, migrations });
  } catch (error) {
    throw isSqliteError(error) ? new DataFileError(explain(file, error)) : error;
  } finally {
    db.close();
  }
}

/** Opens the file so that no other process can read or write it: an earlier Atrium would take it for one of its format. */
function openAlone(file: string, format: number, timeout = 5000): DatabaseSync {
  const db = new DatabaseSync(existingFile(file), { timeout });
  try {
    db.exec("PRAGMA locking_mode=EXCLUSIVE; PRAGMA synchronous=FULL; BEGIN EXCLUSIVE; COMMIT;");
    return db;
  } catch (error) {
    db.close();
    if (!isSqliteError(error)) throw error;
    if (((error.errcode ?? 0) & 0xff) !== BUSY) throw new DataFileError(explain(file, error));
    throw new DataFileError(
      `${file} has the earlier data format ${format} and can't be brought up to date while another process has it open. Stop the earlier Atrium, its commands and what replicates the file (Litestream), then start again.`,
    );
  }
}

async function upgradeAlone(
  db: DatabaseSync,
  newest: number,
  { file, migrations, notify, now = Date.now, freeBytes }: UpgradeOptions & { migrations: readonly Migration[] },
): Promise<void> {
  // Another process may have been faster.
  const { format } = requireKnownFormat(db, file, newest);
  const pending = migrations.filter(({ to }) => to > format);
  if (pending.length === 0) return;
  requireDiskSpace(file, freeBytes);
  notify(
    `The data file has format ${format}, this Atrium writes ${newest}. It is backed up, then brought up to date.`,
    {
      from: format,
      to: newest,
    },
  );
  const backup = await keepCopy(db, { file, format, now: now() });
  for (const migration of pending) runStep(db, migration, { file, backup, now: now() });
  db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  notify(`The data file has format ${newest} now. As it was before, it is kept in ${backup}.`, {
    from: format,
    to: newest,
    backup,
  });
}

function runStep(
  db: DatabaseSync,
  { to, run }: Migration,
  { file, backup, now }: { file: string; backup: string; now: number },
): void {
  try {
    db.exec("BEGIN IMMEDIATE");
    run(db);
    noteFormat(db, { format: to, program: PROGRAM, since: now });
    db.exec("COMMIT");
  } catch (error) {
    if (db.isTransaction) db.exec("ROLLBACK");
    throw new DataFileError(
      `${file} can't be brought to data format ${to} (${(error as Error).message}). Nothing of this step was kept. Check the free space in ${dirname(file)} and start again; with ${backup} in its place the earlier Atrium starts.`,
      { cause: error },
    );
  }
}
