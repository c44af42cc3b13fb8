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

/** Encrypts text with AES-256-GCM: 12 bytes nonce, 16 bytes tag, ciphertext, in base64. */
export function seal(key: Uint8Array, text: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  const encrypted = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString("base64");
}

/** @throws when the key is another one or the text was changed. */
export function unseal(key: Uint8Array, sealed: string): string {
  const bytes = Buffer.from(sealed, "base64");
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
}

/** Keyed digest in base64url, `length` characters. */
export function mac(key: Uint8Array, text: string, length = 22): string {
  return createHmac("sha256", key).update(text).digest("base64url").slice(0, length);
}
