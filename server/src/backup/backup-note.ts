import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { keepOwner } from "../data/file-owner.ts";
import { removeTemporary } from "../data/leftovers.ts";

/** Record of the backups, kept in the data folder for `npx atrium doctor`. Times are ms since 1970. */
const BackupNote = z.object({
  last: z.object({ file: z.string(), at: z.int() }).optional(),
  failure: z.object({ reason: z.string(), at: z.int() }).optional(),
  /** Interval of scheduled backups, ms. */
  every: z.int().optional(),
});
export type BackupNote = z.output<typeof BackupNote>;

function noteFile(folder: string): string {
  return join(folder, "atrium.backup.json");
}

/** Record of the backups; empty if there is none or it can't be read. */
export function readBackupNote(folder: string): BackupNote {
  try {
    if (existsSync(noteFile(folder))) return BackupNote.parse(JSON.parse(readFileSync(noteFile(folder), "utf8")));
  } catch {
    // The next backup writes it anew.
  }
  return {};
}

/** Records the outcome of a backup. Failing to write the record must not fail the backup. */
export function noteBackup(folder: string, change: BackupNote): void {
  const file = noteFile(folder);
  const aside = `${file}.${process.pid}`;
  try {
    const { failure: _, ...before } = readBackupNote(folder);
    writeFileSync(aside, `${JSON.stringify({ ...before, ...change })}\n`, { mode: 0o600 });
    keepOwner(aside, file);
    renameSync(aside, file);
  } catch {
    // For example on a full disk, which makes the backup itself fail with a reason.
    removeTemporary(aside);
  }
}
