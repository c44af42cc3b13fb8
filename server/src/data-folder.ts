import { randomBytes } from "node:crypto";
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { randomBase62 } from "@atrium/functions/domain/base62";
import {
  generateSigningKey,
  importSigningKeys,
  type StoredSigningKey,
  type UserTokenKeys,
} from "@atrium/functions/domain/user-token";
import type { Store } from "@atrium/functions/store/port";
import { openSqliteStore } from "@atrium/functions/store/sqlite/adapter";
import { DataFileError } from "@atrium/functions/store/sqlite/database";
import { type IndexFile, tree } from "@atrium/functions/store/tree";
import indexFile from "../../firestore.indexes.json" with { type: "json" };

/** What the data folder holds, opened. */
export interface Data {
  store: Store;
  encryptionKey: Uint8Array;
  userTokenKeys: UserTokenKeys;
}

interface Secrets {
  /** 32 bytes in base64. */
  encryptionKey: string;
  /** The first one signs. */
  signingKeys: StoredSigningKey[];
}

/** Path of the data file in a data folder. */
export function dataFile(folder: string): string {
  return join(folder, "atrium.db");
}

/**
 * Opens the data folder, making what is missing: the folder (mode 0700), the secrets (mode 0600), the data file.
 * @throws DataFileError with one line that says what to do; nothing is changed then.
 */
export async function openData(folder: string): Promise<Data> {
  makeFolder(folder);
  const file = dataFile(folder);
  const secretsFile = join(folder, "secrets.json");
  if (existsSync(file) && !existsSync(secretsFile))
    throw new DataFileError(
      `${secretsFile} is missing, without which the stored credentials can't be read. Restore it from a backup.`,
    );
  const secrets = await readSecrets(secretsFile);
  const store = await openSqliteStore({ file, tree, indexes: (indexFile as IndexFile).indexes });
  return {
    store,
    encryptionKey: Buffer.from(secrets.encryptionKey, "base64"),
    userTokenKeys: await importSigningKeys(secrets.signingKeys),
  };
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new DataFileError(
      `The data folder ${folder} can't be written (${(error as Error).message}). Check its permissions, or point ATRIUM_DATA at another folder.`,
    );
  }
}

async function readSecrets(file: string): Promise<Secrets> {
  if (!existsSync(file)) await makeSecrets(file);
  try {
    const secrets = JSON.parse(readFileSync(file, "utf8")) as Secrets;
    if (Buffer.from(secrets.encryptionKey, "base64").length !== 32 || secrets.signingKeys.length === 0)
      throw new Error("incomplete");
    return secrets;
  } catch (error) {
    throw new DataFileError(`${file} can't be read (${(error as Error).message}). Restore it from a backup.`);
  }
}

/** Written aside and linked into place, so that of two first starts at once one wins whole. */
async function makeSecrets(file: string): Promise<void> {
  const secrets: Secrets = {
    encryptionKey: randomBytes(32).toString("base64"),
    signingKeys: [await generateSigningKey(`key_${randomBase62()}`)],
  };
  const aside = `${file}.${process.pid}`;
  writeFileSync(aside, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600, flush: true });
  chmodSync(aside, 0o600);
  try {
    linkSync(aside, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}
