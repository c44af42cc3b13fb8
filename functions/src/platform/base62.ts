import { randomUUID } from "node:crypto";

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Text of `length` base62 digits for the bytes, which are read as one big number. */
export function toBase62(bytes: Uint8Array, length: number): string {
  let rest = BigInt(`0x${Buffer.from(bytes).toString("hex") || "0"}`);
  let text = "";
  for (let i = 0; i < length; i++) {
    text = DIGITS[Number(rest % 62n)] + text;
    rest /= 62n;
  }
  return text;
}

/** Text of `length` base62 digits for a whole number below 2^53. */
export function numberToBase62(number: number, length: number): string {
  let rest = number;
  let text = "";
  for (let i = 0; i < length; i++) {
    text = DIGITS[rest % 62] + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}

/** The number that base62 digits stand for, which must be below 2^53. */
export function numberFromBase62(text: string): number {
  let number = 0;
  for (const digit of text) number = number * 62 + DIGITS.indexOf(digit);
  return number;
}

/** Unguessable text: 22 digits carry 128 bits and a little more. */
export function randomBase62(length = 22): string {
  let text = "";
  while (text.length < length)
    // Bytes from 248 up would favour the first digits.
    for (const byte of stockedBytes()) if (byte < 248 && text.length < length) text += DIGITS[byte % 62];
  return text;
}

/** An id that sorts by its time (ms since 1970) and is unique by its random rest. */
export function timeOrderedId(now: number): string {
  return numberToBase62(now, 9) + randomBase62(11);
}

/**
 * Secure random bytes: the twelve of a UUID that its format leaves free. Node draws UUIDs from a stock that it fills for
 * 128 at a time, whereas `randomBytes` asks OpenSSL each time, which takes longer than the parsing of a request.
 */
function stockedBytes(): Buffer {
  const uuid = randomUUID();
  return Buffer.from(uuid.slice(0, 8) + uuid.slice(9, 13) + uuid.slice(24), "hex");
}
