import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { randomBase62 } from "@atrium/functions/domain/base62";
import { generateSigningKey, type StoredSigningKey } from "@atrium/functions/domain/user-token";
import { DataFileError } from "@atrium/functions/store/sqlite/database";

/** What only this machine may know. */
export interface Secrets {
  /** 32 bytes: encrypts stored credentials. */
  encryptionKey: Uint8Array;
  /** Private keys of user tokens; the first one signs. */
  signingKeys: StoredSigningKey[];
}

/** Reads the secrets, making them when the file is missing. @throws DataFileError when they can't be read. */
export async function readOrMakeSecrets(file: string): Promise<Secrets> {
  if (!existsSync(file)) await makeSecrets(file);
  return readSecrets(file);
}

/** @throws DataFileError when they can't be read. */
export function readSecrets(file: string): Secrets {
  try {
    const stored = JSON.parse(readFileSync(file, "utf8")) as { encryptionKey: string; signingKeys: StoredSigningKey[] };
    const encryptionKey = Buffer.from(stored.encryptionKey, "base64");
    if (encryptionKey.length !== 32 || stored.signingKeys.length === 0) throw new Error("incomplete");
    return { encryptionKey, signingKeys: stored.signingKeys };
  } catch (error) {
    throw new DataFileError(`${file} can't be read (${(error as Error).message}). Restore it from a backup.`);
  }
}

/** Written aside and linked into place, so that of two first starts at once one wins whole. */
async function makeSecrets(file: string): Promise<void> {
  const secrets = {
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
