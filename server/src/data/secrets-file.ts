import { randomBytes } from "node:crypto";
import {
  chmodSync,
  closeSync,
  existsSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { generateSigningKey, type StoredSigningKey } from "@atrium/functions/domain/tokens/user-token";
import { randomBase62 } from "@atrium/functions/platform/crypto/base62";
import { DataFileError } from "@atrium/functions/store/sqlite/database";
import { describeOwner, keepOwner } from "./file-owner.ts";
import { removeTemporary } from "./leftovers.ts";

/** Secrets of this machine. */
export interface Secrets {
  /** 32 bytes: encrypts stored credentials. */
  encryptionKey: Uint8Array;
  /** Private keys for user tokens, newest first (`signing-key-rotation.ts`). */
  signingKeys: StoredSigningKey[];
}

/** Reads the secrets, and creates them if the file is missing. @throws DataFileError if they can't be read. */
export async function readOrMakeSecrets(file: string): Promise<Secrets> {
  if (!existsSync(file)) await makeSecrets(file);
  return readSecrets(file);
}

/** @throws DataFileError if they can't be read. */
export function readSecrets(file: string): Secrets {
  return parseSecrets(() => readFileSync(file, "utf8"), file);
}

/**
 * Parses the text of a secrets file.
 * @param file its path, for the message.
 * @throws DataFileError if the text contains no valid secrets.
 */
export function parseSecrets(text: () => string, file: string): Secrets {
  try {
    const secrets = JSON.parse(readable(text, file)) as {
      encryptionKey?: string;
      signingKeys?: StoredSigningKey[];
    } | null;
    const encryptionKey = Buffer.from(secrets?.encryptionKey ?? "", "base64");
    const signingKeys = secrets?.signingKeys ?? [];
    if (encryptionKey.length !== 32 || signingKeys.length === 0) throw new Error("incomplete");
    return { encryptionKey, signingKeys };
  } catch (error) {
    if (error instanceof DataFileError) throw error;
    throw new DataFileError(`${file} can't be read (${(error as Error).message}). Restore it from a backup.`);
  }
}

/** @throws DataFileError that names the owner if this user may not read the file, because then the file itself is fine. */
function readable(text: () => string, file: string): string {
  try {
    return text();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EACCES") throw error;
    throw new DataFileError(`${file} can't be read by this user. ${describeOwner(file)}`);
  }
}

/** A new encryption key: 32 bytes in base64. */
export function newEncryptionKey(): string {
  return randomBytes(32).toString("base64");
}

/** A list with one new key for signing user tokens. */
export async function newSigningKeys(): Promise<StoredSigningKey[]> {
  return [await generateSigningKey(`key_${randomBase62()}`)];
}

/**
 * Replaces the signing keys atomically with the result of `change`; a running server reads them within a second.
 * @returns the new keys.
 * @throws DataFileError if they can't be read, or if another command is changing them.
 */
export async function changeSigningKeys(
  file: string,
  change: (signingKeys: StoredSigningKey[]) => Promise<StoredSigningKey[]>,
): Promise<StoredSigningKey[]> {
  const lock = `${file}.lock`;
  try {
    closeSync(openSync(lock, "wx", 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    throw new DataFileError(`Another command is changing the keys. If there is none, remove ${lock}.`);
  }
  try {
    const { encryptionKey, signingKeys } = readSecrets(file);
    const changed = await change(signingKeys);
    const aside = writeAside(file, {
      encryptionKey: Buffer.from(encryptionKey).toString("base64"),
      signingKeys: changed,
    });
    renameSync(aside, file);
    return changed;
  } finally {
    rmSync(lock, { force: true });
  }
}

/** Writes a temporary file and links it into place, so that exactly one of two concurrent first starts wins. */
async function makeSecrets(file: string): Promise<void> {
  const secrets = {
    encryptionKey: newEncryptionKey(),
    signingKeys: await newSigningKeys(),
  };
  const aside = writeAside(file, secrets);
  try {
    linkSync(aside, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

/**
 * @returns the path of a temporary file beside `file`, readable only by its owner. If it can't be written, it is
 * removed.
 */
function writeAside(file: string, secrets: { encryptionKey: string; signingKeys: StoredSigningKey[] }): string {
  const aside = `${file}.${process.pid}`;
  try {
    writeFileSync(aside, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600, flush: true });
    chmodSync(aside, 0o600);
    keepOwner(aside, file);
    return aside;
  } catch (error) {
    removeTemporary(aside);
    throw error;
  }
}
