import { existsSync, readFileSync, statSync } from "node:fs";
import { basename, dirname } from "node:path";
import { copySqlite } from "@atrium/functions/store/sqlite/copy";
import { DataFileError } from "@atrium/functions/store/sqlite/database";
import { CommandError } from "../commands/command-error.ts";
import { cleanUpOnSignal } from "../commands/interruption.ts";
import { copyPrefix, dataFile, requireData, secretsFile } from "../data/data-folder.ts";
import { diskFreeBytes, type FreeBytes, requireDiskSpace, shareDisk, whileDiskHasRoom } from "../data/free-space.ts";
import { removeLeftovers, removeTemporary } from "../data/leftovers.ts";
import { outputTarget } from "../data/output-target.ts";
import { placeFile, placeUnderFreeName, requireAbsent } from "../data/place-file.ts";
import { readSecrets } from "../data/secrets-file.ts";
import { removeUnfinishedBackups } from "./backup-folder.ts";
import { packContent, unpackContent } from "./content.ts";
import { examineCopy, type Manifest } from "./manifest.ts";
import { newSealing, readSealed, writeSealed } from "./sealed-file.ts";
import type { SealingSecret } from "./sealing-key.ts";

/** Receives the current step and the overall progress, from 0 to 1. */
export type OnProgress = (done: number, doing: string) => void;

/** Summary of a finished backup. */
export interface BackupResult extends Manifest {
  file: string;
  /** Ms since 1970. */
  createdAt: number;
  /** Size of the backup, in bytes. */
  size: number;
}

/** Options of a backup. */
export interface BackupOptions {
  secret: SealingSecret;
  /** Whether to replace an existing file. */
  overwrite?: boolean;
  /** Returns the name to try after one that is taken. Default: a name that is taken is refused. */
  nextName?: (taken: string) => string;
  onProgress?: OnProgress;
  /** Ms since 1970. */
  now?: number;
  /** Default: asks the file system. */
  freeBytes?: FreeBytes;
}

/**
 * Backs up a data folder, even while a server runs: a consistent copy of the data file, and its secrets. The copy is
 * checked, sealed and read back, and only then renamed to its final name.
 * @throws CommandError or DataFileError that says what to do; in that case no file remains.
 */
export async function createBackup(folder: string, file: string, options: BackupOptions): Promise<BackupResult> {
  const { secret, overwrite = false, nextName, onProgress = () => {} } = options;
  const { now = Date.now(), freeBytes = diskFreeBytes } = options;
  requireData(folder);
  if (!existsSync(dirname(file)))
    throw new CommandError(`There is no folder ${dirname(file)} for the backup. Make it first.`);
  if (isFolder(file))
    throw new CommandError(`${file} is a folder. Name a file in it, or add --keep for files named after their time.`);
  const target = outputTarget(file, folder);
  if (!overwrite && !nextName) requireAbsent(file);
  const partPrefix = `${target}.part-`;
  const copy = copyPrefix(folder) + process.pid;
  const part = partPrefix + process.pid;
  const removeUnfinished = () => removeTemporary(copy, `${copy}-journal`, part);
  const stopWatching = cleanUpOnSignal(removeUnfinished);
  try {
    for (const prefix of [copyPrefix(folder), partPrefix]) removeLeftovers(dirname(prefix), basename(prefix));
    removeUnfinishedBackups(dirname(target));
    await requireDiskSpace(dataFile(folder), folder, freeBytes);
    // The copy is made in the data folder, which unencrypted data must not leave.
    await copySqlite(dataFile(folder), copy, (done, total) => onProgress((0.3 * done) / total, "copying"));
    const manifest = await writePart({ folder, copy, part }, { secret, onProgress, now, freeBytes });
    if (!nextName) placeFile(part, target, { overwrite });
    const name = nextName ? placeUnderFreeName(part, file, nextName) : file;
    return { ...manifest, file: name, createdAt: now, size: statSync(name).size };
  } catch (error) {
    const { syscall, message } = error as NodeJS.ErrnoException;
    if (syscall) throw new CommandError(`${file} can't be written (${message}).`);
    // An error in the copy is an error in the data, and the copy is gone: names the data file instead.
    throw error instanceof DataFileError
      ? new DataFileError(message.replace(` to ${copy}`, "").replaceAll(copy, dataFile(folder)))
      : error;
  } finally {
    stopWatching();
    removeUnfinished();
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

async function writePart(
  { folder, copy, part }: { folder: string; copy: string; part: string },
  { secret, onProgress, now, freeBytes }: Required<Omit<BackupOptions, "overwrite" | "nextName">>,
): Promise<Manifest> {
  onProgress(0.3, "checking");
  // Read after the copy, so that they include every signing key that the copy mentions.
  const { encryptionKey } = readSecrets(secretsFile(folder));
  const secrets = readFileSync(secretsFile(folder), "utf8");
  const manifest = await examineCopy(copy, encryptionKey);
  const sealing = await newSealing(secret, now);
  const content = packContent(copy, { manifest, secrets }, (done, total) =>
    onProgress(0.4 + (0.4 * done) / total, "sealing"),
  );
  // If the backup is on another disk, a full disk only fails the backup.
  const isShared = shareDisk(folder, dirname(part));
  await writeSealed(part, sealing, isShared ? whileDiskHasRoom(content, folder, freeBytes) : content);
  const readBack = readSealed(part, sealing.key, (done, total) => onProgress(0.8 + (0.2 * done) / total, "verifying"));
  await unpackContent(part, readBack, undefined);
  return manifest;
}
