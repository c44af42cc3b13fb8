import { closeSync, fsyncSync, openSync, readdirSync, renameSync, rmSync, statfsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { backup, DatabaseSync } from "node:sqlite";
import { DataFileError } from "../database.ts";
import { freeBytesOf, sizeWithLog } from "../file-size.ts";
import { readFormat } from "../format.ts";

/** Suffix of an incomplete copy. */
const PARTIAL = ".partial";
/** Further suffix of the file that a killed process leaves beside such a copy. */
const JOURNAL = "-journal";
/** Space that the upgrade itself may take in addition to the copy, in bytes. */
const RESERVE = 64 * 1024 * 1024;
const MB = 1e6;

/** @throws DataFileError when the disk has no room for a copy of the file. */
export function requireDiskSpace(file: string, freeBytes: (folder: string) => number = diskFreeBytes): void {
  const folder = dirname(file);
  const needed = sizeWithLog(file) + RESERVE;
  removeUnfinishedCopies(file);
  const free = freeBytes(folder);
  if (free >= needed) return;
  throw new DataFileError(
    `${folder} has ${Math.floor(free / MB)} MB free, and the upgrade of the data file with its backup needs ${Math.ceil(needed / MB)} MB. Make room and start again; nothing was changed.`,
  );
}

function diskFreeBytes(folder: string): number {
  return freeBytesOf(statfsSync(folder));
}

/**
 * Copies the data file into its own folder, under a name with its format and the time, readable only by its owner. If
 * an upgrade was interrupted, the copy made then is kept instead, so that a server that fails repeatedly does not fill
 * the disk.
 * @returns the path of the copy.
 * @throws the error of SQLite or the file system, after removing the incomplete copy.
 */
export async function keepCopy(
  db: DatabaseSync,
  { file, format, now }: { file: string; format: number; now: number },
): Promise<string> {
  const folder = dirname(file);
  const stem = stemOf(file);
  const earlier = readdirSync(folder).filter((name) => name.startsWith(stem) && name.endsWith(".db"));
  const same = earlier.find((name) => hasSameDocuments(join(folder, name), db));
  if (same !== undefined) return join(folder, same);
  const stamp = `${new Date(now).toISOString().slice(0, 19).replaceAll(":", "-")}Z`;
  const copy = join(folder, `${stem}${format}.${stamp}.db`);
  const aside = copy + PARTIAL;
  try {
    closeSync(openSync(aside, "wx", 0o600));
    await backup(db, aside);
    makeSelfContained(aside);
    flush(aside);
    renameSync(aside, copy);
    flush(folder);
    return copy;
  } catch (error) {
    rmSync(aside, { force: true });
    throw error;
  }
}

/** The common start of the names of all copies of the file. */
function stemOf(file: string): string {
  return `${basename(file).replace(/\.db$/, "")}.format-`;
}

/** Removes incomplete copies that a killed upgrade of the file has left, to free their space. Not while an upgrade is running. */
export function removeUnfinishedCopies(file: string): void {
  const folder = dirname(file);
  const ends = [PARTIAL, PARTIAL + JOURNAL];
  for (const name of readdirSync(folder))
    if (name.startsWith(stemOf(file)) && ends.some((end) => name.endsWith(end)))
      rmSync(join(folder, name), { force: true });
}

/** Whether a copy holds the same documents as the file. Comparing the number of commits is not enough. */
function hasSameDocuments(copy: string, db: DatabaseSync): boolean {
  let other: DatabaseSync | undefined;
  try {
    other = new DatabaseSync(copy, { readOnly: true });
    return readFormat(other).isOurs && fingerprint(other) === fingerprint(db);
  } catch {
    return false;
  } finally {
    other?.close();
  }
}

function fingerprint(db: DatabaseSync): string {
  const sequence = db.prepare("SELECT value FROM meta WHERE key = 'sequence'").get();
  const docs = db
    .prepare("SELECT count(*) AS n, total(version) AS versions, total(length(data)) AS size FROM docs")
    .get();
  return JSON.stringify([sequence, docs]);
}

/** Removes the log beside the copy, so that one file is the whole copy. */
function makeSelfContained(copy: string): void {
  const db = new DatabaseSync(copy);
  try {
    db.exec("PRAGMA journal_mode=DELETE");
  } finally {
    db.close();
  }
}

function flush(path: string): void {
  const descriptor = openSync(path, "r");
  fsyncSync(descriptor);
  closeSync(descriptor);
}
