import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";

/** What is remembered of backups in the data folder, for `atrium doctor`. Times are ms since 1970. */
const BackupNote = z.object({
  last: z.object({ file: z.string(), at: z.int() }).optional(),
  failure: z.object({ reason: z.string(), at: z.int() }).optional(),
  /** Ms between two backups, where they are made regularly. */
  every: z.int().optional(),
});
export type BackupNote = z.output<typeof BackupNote>;

function noteFile(folder: string): string {
  return join(folder, "atrium.backup.json");
}

/** What is known of backups; empty where nothing is, or the note can't be read. */
export function readBackupNote(folder: string): BackupNote {
  try {
    if (existsSync(noteFile(folder))) return BackupNote.parse(JSON.parse(readFileSync(noteFile(folder), "utf8")));
  } catch {
    // It is written anew with the next backup.
  }
  return {};
}

/** Remembers what became of a backup. A note that can't be written is no reason for a backup to fail. */
export function noteBackup(folder: string, change: BackupNote): void {
  try {
    const file = noteFile(folder);
    const aside = `${file}.${process.pid}`;
    const { failure: _, ...before } = readBackupNote(folder);
    writeFileSync(aside, `${JSON.stringify({ ...before, ...change })}\n`, { mode: 0o600 });
    renameSync(aside, file);
  } catch {
    // As on a full disk, which the failure of the backup tells of.
  }
}
