import cluster from "node:cluster";
import { accessSync, constants, existsSync, mkdirSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { UserTokenKeys } from "@atrium/functions/context";
import { SigningKeys } from "@atrium/functions/domain/tokens/signing-keys";
import type { Store } from "@atrium/functions/store/port";
import { openSqliteSnapshot, openSqliteStore, type Snapshot } from "@atrium/functions/store/sqlite/adapter";
import { DataFileError } from "@atrium/functions/store/sqlite/database";
import type { SqliteOptions } from "@atrium/functions/store/sqlite/options";
import { type IndexFile, tree } from "@atrium/functions/store/tree";
import indexFile from "../../../firestore.indexes.json" with { type: "json" };
import { LOCK_FILE } from "./folder-lock.ts";
import { checkKey } from "./key-check.ts";
import { makeDataFile } from "./new-data-file.ts";
import { keepPrivate, reportExposed } from "./private-files.ts";
import { readOrMakeSecrets, readSecrets, type Secrets } from "./secrets-file.ts";

/** Composite indexes, the same in every environment. */
export const indexes = (indexFile as IndexFile).indexes;

/** Observers of the store. */
export type StoreObservers = Pick<SqliteOptions, "metrics" | "onCommitFailed" | "onFlushFailed">;

/** Observers of the data folder. */
export interface FolderObservers extends StoreObservers {
  /** Called once when the signing keys can't be read any more: until they can, a change of the keys has no effect. */
  onKeysFailed?: ((error: unknown) => void) | undefined;
}

/** An open data folder. */
export interface Data {
  store: Store;
  encryptionKey: Uint8Array;
  /** The current keys: the file is read again every second. */
  userTokenKeys(): UserTokenKeys;
}

/** An open data folder, read-only. */
export interface ReadOnlyData {
  /** Snapshot of the data, taken when it was opened. */
  snapshot: Snapshot;
  encryptionKey: Uint8Array;
}

/** Path of the data file in a data folder. */
export function dataFile(folder: string): string {
  return join(folder, "atrium.db");
}

/** Path prefix of the copy of the data file from which a backup is made; the id of the backup's process follows. */
export function copyPrefix(folder: string): string {
  return `${dataFile(folder)}.copy-`;
}

/** Path of the secrets in a data folder. */
export function secretsFile(folder: string): string {
  return join(folder, "secrets.json");
}

/**
 * Opens the data folder and creates what is missing: the folder (mode 0700), the secrets and the data file (mode 0600).
 * Wider modes are narrowed to these, with a notice on standard error.
 * @param file path of the data file if it is not in its final place yet.
 * @param checkpointPages pages in the log before a commit moves them into the file; 0: another program does so.
 * @param isShared whether several workers open it.
 * @throws DataFileError with one line that says what to do; in that case no data is changed.
 */
export async function openData(
  folder: string,
  file = dataFile(folder),
  {
    checkpointPages,
    isShared = false,
    onKeysFailed,
    ...observers
  }: FolderObservers & Pick<SqliteOptions, "checkpointPages" | "isShared"> = {},
): Promise<Data> {
  const { secrets, exposed } = await prepareFolder(folder);
  const { encryptionKey } = secrets;
  const signingKeys = new SigningKeys(
    () => readSecrets(secretsFile(folder)).signingKeys,
    Date.now,
    () => performance.now(),
    onKeysFailed,
  );
  const isInPlace = file === dataFile(folder);
  // The primary has made it for its workers: a worker that misses it must not replace a file that was moved away.
  if (isInPlace && !cluster.isWorker && !existsSync(file))
    await makeDataFile(file, async (aside) => (await openSqliteStore({ file: aside, tree, indexes })).close());
  const store = await openSqliteStore({
    file,
    tree,
    indexes,
    isEmptyRefused: isInPlace,
    isShared,
    ...(checkpointPages !== undefined && { checkpointPages }),
    ...observers,
  });
  try {
    await checkKey(store, encryptionKey, secretsFile(folder));
  } catch (error) {
    await store.close();
    throw error;
  }
  reportExposed(exposed);
  return { store, encryptionKey, userTokenKeys: () => signingKeys.current() };
}

/**
 * Creates the folder and the secrets if they are missing, accessible only to their owner.
 * @returns the secrets, and the paths that others could access until now.
 * @throws DataFileError with one line that says what to do.
 */
export async function prepareFolder(folder: string): Promise<{ secrets: Secrets; exposed: string[] }> {
  makeFolder(folder);
  const exposed = keepPrivate(folder);
  if (existsSync(dataFile(folder)) && !existsSync(secretsFile(folder)))
    throw new DataFileError(
      `${secretsFile(folder)} is missing. Without it the stored credentials can't be read. Restore it from a backup.`,
    );
  requireNoLoss(folder);
  return { secrets: await readOrMakeSecrets(secretsFile(folder)), exposed };
}

/**
 * Refuses secrets without a data file if a server's lock shows that the folder had data. An empty service would be
 * mistaken for the lost one, and its backups would replace good ones. A killed first start leaves secrets, but no lock.
 * @throws DataFileError
 */
export function requireNoLoss(folder: string): void {
  if (existsSync(dataFile(folder)) || !existsSync(secretsFile(folder))) return;
  if (!existsSync(join(folder, LOCK_FILE))) return;
  throw new DataFileError(
    `${dataFile(folder)} is missing, although ${folder} has had data before. Restore a backup into a new folder with \`npx atrium restore\` and set ATRIUM_DATA to that folder, or remove ${secretsFile(folder)} to start with new data.`,
  );
}

/** Opens the data folder read-only: creates and changes nothing. @throws DataFileError */
export async function readData(folder: string): Promise<ReadOnlyData> {
  requireData(folder);
  const { encryptionKey } = readSecrets(secretsFile(folder));
  return { snapshot: await openSqliteSnapshot({ file: dataFile(folder), tree, indexes }), encryptionKey };
}

/** Whether the folder contains data. @throws DataFileError if this user may not read it. */
export function hasData(folder: string): boolean {
  try {
    accessSync(dataFile(folder), constants.R_OK);
    return true;
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (["ENOENT", "ENOTDIR"].includes(code)) return false;
    throw new DataFileError(
      `${dataFile(folder)} can't be read (${code}). Run the command as the user of the service, such as with \`sudo -u atrium\`, or name another folder with --data.`,
    );
  }
}

/** @throws DataFileError if the folder contains no data yet, has lost its data file, or can't be read. */
export function requireData(folder: string): void {
  requireNoLoss(folder);
  if (!hasData(folder))
    throw new DataFileError(
      `There is no data in ${resolve(folder)} yet. Start the server with \`npm start\`, or name another folder with --data.`,
    );
}

/** @throws DataFileError if the folder can't be created or written. */
export function makeFolder(folder: string): void {
  try {
    makeFolders(folder);
    if (!statSync(folder).isDirectory()) throw new Error("it is not a folder");
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new DataFileError(
      `The data folder ${folder} can't be written (${(error as Error).message}). Check its permissions, or point ATRIUM_DATA at another folder.`,
    );
  }
}

/**
 * Creates a folder and its parents. Node's own option loops forever where a system refuses a folder with ENOENT, as
 * `/proc` does.
 */
function makeFolders(folder: string): void {
  if (existsSync(folder)) return;
  makeFolders(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have created it in the meantime.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}
