import { existsSync, readdirSync, renameSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { CommandError } from "../commands/command-error.ts";
import { cleanUpOnSignal } from "../commands/interruption.ts";
import { dataFile, makeFolder, secretsFile } from "../data/data-folder.ts";
import { keepOwner } from "../data/file-owner.ts";
import { LOCK_FILE } from "../data/folder-lock.ts";
import { flush, removeLeftovers } from "../data/leftovers.ts";
import { keepPrivate } from "../data/private-files.ts";
import { parseSecrets } from "../data/secrets-file.ts";
import { unpackContent } from "./content.ts";
import type { OnProgress } from "./create.ts";
import { altered } from "./head.ts";
import { examineCopy, type Manifest } from "./manifest.ts";
import { noteRestore, RESTORE_NOTE } from "./restore-note.ts";
import { readSealed } from "./sealed-file.ts";
import type { SealingSecret } from "./sealing-key.ts";

const DATA_PART = "atrium.db.restored-";
const SECRETS_PART = "secrets.json.restored-";

/**
 * Restores a data folder from a backup. Before the files get their final names, it verifies bytes, pages, the number of
 * documents per collection name, and that existing tokens work.
 * @param folder must not exist, or be empty.
 * @throws CommandError or DataFileError that says what to do; in that case the folder is unchanged.
 */
export async function restoreBackup(
  file: string,
  folder: string,
  { secret, onProgress = () => {}, now = Date.now() }: { secret: SealingSecret; onProgress?: OnProgress; now?: number },
): Promise<Manifest> {
  const isNew = !existsSync(folder);
  requireEmpty(folder);
  makeFolder(folder);
  keepPrivate(folder);
  const data = `${folder}/${DATA_PART}${process.pid}`;
  const secretsPart = `${folder}/${SECRETS_PART}${process.pid}`;
  const removeUnfinished = () => {
    for (const path of [data, secretsPart, join(folder, RESTORE_NOTE)]) rmSync(path, { force: true });
    if (isNew && readdirSync(folder).length === 0) rmdirSync(folder);
  };
  const stopWatching = cleanUpOnSignal(removeUnfinished);
  try {
    const content = readSealed(file, secret, (done, total) => onProgress((0.8 * done) / total, "unpacking"));
    const { manifest, secrets } = await unpackContent(file, content, data);
    onProgress(0.8, "verifying");
    const restored = await examineCopy(data, parseSecrets(() => secrets, file).encryptionKey);
    if (!isDeepStrictEqual(restored, manifest)) throw altered(file);
    writeFileSync(secretsPart, secrets, { mode: 0o600, flush: true });
    keepOwner(data, dataFile(folder));
    keepOwner(secretsPart, secretsFile(folder));
    noteRestore(folder, now);
    // The order matters: a data file without secrets is refused, whereas secrets without a data file would start a new
    // one.
    renameSync(data, dataFile(folder));
    renameSync(secretsPart, secretsFile(folder));
    flush(folder);
    return manifest;
  } catch (error) {
    removeUnfinished();
    const { syscall, message } = error as NodeJS.ErrnoException;
    throw syscall ? new CommandError(`${folder} can't be written (${message}).`) : error;
  } finally {
    stopWatching();
  }
}

/** @throws CommandError if the folder contains anything except leftovers of a killed restore or a server's lock. */
function requireEmpty(folder: string): void {
  if (!existsSync(folder)) return;
  let names: string[];
  try {
    for (const prefix of [DATA_PART, SECRETS_PART]) removeLeftovers(folder, prefix);
    names = readdirSync(folder).filter((name) => name !== RESTORE_NOTE && name !== LOCK_FILE);
  } catch (error) {
    throw new CommandError(`${folder} can't be read (${(error as Error).message}).`);
  }
  if (names.length === 0) return;
  const some = names.length > 3 ? `${names.slice(0, 3).join(", ")} and more` : names.join(", ");
  throw new CommandError(
    `${folder} is not empty: it contains ${some}. Nothing was changed. Restore into a new folder, then stop the server and start it with ATRIUM_DATA set to that folder.`,
  );
}
