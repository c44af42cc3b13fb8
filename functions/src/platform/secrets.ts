import { createCipheriv, createDecipheriv, createHmac, hash, randomBytes, timingSafeEqual } from "node:crypto";
import { toBase62 } from "./base62.ts";

/** What a secret is for: `at` auth token of an API key, `wt` auth token of a workspace. */
export type SecretPrefix = "at" | "wt";

const CHECKSUM_LENGTH = 6;

function checksum(text: string): string {
  return toBase62(hash("sha256", text, "buffer"), 43).slice(-CHECKSUM_LENGTH);
}

/** A new secret: prefix, 32 random bytes in base62, and a checksum that tells a mistyped one from a wrong one. */
export function newSecret(prefix: SecretPrefix): string {
  const body = `${prefix}_${toBase62(randomBytes(32), 43)}`;
  return body + checksum(body);
}

/** SHA-256 in hex: what is stored to recognise a secret. */
export function hashSecret(secret: string): string {
  return hash("sha256", secret, "hex");
}

/** Compares a secret with a stored hash in constant time. */
export function matchesHash(secret: string, storedHash: string): boolean {
  return timingSafeEqual(hash("sha256", secret, "buffer"), Buffer.from(storedHash, "hex"));
}

/** Encrypts text as `sealBytes` does, in base64. */
export function seal(key: Uint8Array, text: string): string {
  return sealBytes(key, text).toString("base64");
}

/** @throws when the key is another one or the text was changed. */
export function unseal(key: Uint8Array, sealed: string): string {
  return unsealBytes(key, Buffer.from(sealed, "base64"));
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = NONCE_BYTES + TAG_BYTES;

/** Encrypts text with AES-256-GCM: 12 bytes nonce, 16 bytes tag, ciphertext. @param key 32 bytes. */
export function sealBytes(key: Uint8Array, text: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  const encrypted = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]);
}

/** @throws when the key is another one or the bytes were changed or cut off. */
export function unsealBytes(key: Uint8Array, sealed: Buffer): string {
  const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, HEAD_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(HEAD_BYTES)), decipher.final()]).toString("utf8");
}

/** A key of 32 bytes for one purpose, which tells nothing about the others. */
export function derivedKey(key: Uint8Array, purpose: string): Buffer {
  return createHmac("sha256", key).update(purpose).digest();
}
