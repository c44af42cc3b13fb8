import { createCipheriv, createDecipheriv, createHmac, hash, randomBytes, timingSafeEqual } from "node:crypto";
import { toBase62 } from "./base62.ts";

/** Kind of a secret: `at` is an auth token of an API key, `wt` an auth token of a workspace, `st` the secret of a session. */
export type SecretPrefix = "at" | "st" | "wt";

const CHECKSUM_LENGTH = 6;

function checksum(text: string): string {
  return toBase62(hash("sha256", text, "buffer"), 43).slice(-CHECKSUM_LENGTH);
}

/** Creates a secret: prefix, 32 random bytes in base62, and a checksum that distinguishes typing errors from wrong secrets. */
export function newSecret(prefix: SecretPrefix): string {
  const body = `${prefix}_${toBase62(randomBytes(32), 43)}`;
  return body + checksum(body);
}

/** SHA-256 of a secret in hex, stored instead of the secret. */
export function hashSecret(secret: string): string {
  return hash("sha256", secret, "hex");
}

/** Compares a secret with a stored hash in constant time. */
export function matchesHash(secret: string, storedHash: string): boolean {
  // Compares hex text: creating a digest in its own buffer takes three times as long.
  return timingSafeEqual(Buffer.from(hashSecret(secret), "latin1"), Buffer.from(storedHash, "latin1"));
}

/** Encrypts text as `sealBytes` does, in base64. */
export function seal(key: Uint8Array, text: string): string {
  return sealBytes(key, text).toString("base64");
}

/** Decrypts text of `seal`. @throws Error when the key is wrong or the text was changed. */
export function unseal(key: Uint8Array, sealed: string): string {
  return unsealBytes(key, Buffer.from(sealed, "base64"));
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = NONCE_BYTES + TAG_BYTES;

/** Encrypts text with AES-256-GCM. @param key 32 bytes. @returns 12 bytes of nonce, 16 bytes of tag, ciphertext. */
export function sealBytes(key: Uint8Array, text: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  const encrypted = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]);
}

/** Decrypts bytes of `sealBytes`. @throws Error when the key is wrong or the bytes were changed or truncated. */
export function unsealBytes(key: Uint8Array, sealed: Buffer): string {
  const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, HEAD_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(HEAD_BYTES)), decipher.final()]).toString("utf8");
}

/** Derives a key of 32 bytes for one purpose; it reveals nothing about the keys of other purposes. */
export function derivedKey(key: Uint8Array, purpose: string): Buffer {
  return createHmac("sha256", key).update(purpose).digest();
}
