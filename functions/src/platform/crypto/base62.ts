import { randomFillSync } from "node:crypto";

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Encodes bytes, read as one big-endian number, as `length` base62 digits. */
export function toBase62(bytes: Uint8Array, length: number): string {
  let rest = BigInt(`0x${Buffer.from(bytes).toString("hex") || "0"}`);
  let text = "";
  for (let i = 0; i < length; i++) {
    text = DIGITS[Number(rest % 62n)] + text;
    rest /= 62n;
  }
  return text;
}

/** Encodes a whole number below 2^53 as `length` base62 digits. */
export function numberToBase62(number: number, length: number): string {
  let rest = number;
  let text = "";
  for (let i = 0; i < length; i++) {
    text = DIGITS[rest % 62] + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}

/** Decodes base62 digits to a number, which must be below 2^53. */
export function numberFromBase62(text: string): number {
  let number = 0;
  for (const digit of text) number = number * 62 + DIGITS.indexOf(digit);
  return number;
}

/** A pool of random bytes for a few hundred ids: OpenSSL takes about as long to make the bytes of a single one. */
const random = new Uint8Array(4096);
let nextRandom = random.length;

/** Cryptographically random base62 text; the default of 22 digits carries at least 128 bits. */
export function randomBase62(length = 22): string {
  let text = "";
  while (text.length < length) {
    if (nextRandom === random.length) {
      randomFillSync(random);
      nextRandom = 0;
    }
    const byte = random[nextRandom++] as number;
    // Bytes of 248 and above would make the first digits more likely.
    if (byte < 248) text += DIGITS[byte % 62];
  }
  return text;
}

/** An id of 20 digits that sorts by time and is unique thanks to its random part. @param now ms since 1970. */
export function timeOrderedId(now: number): string {
  return numberToBase62(now, 9) + randomBase62(11);
}

/**
 * Creates a function that returns new ids: a prefix such as `task`, `_` and a `timeOrderedId`.
 * @param now ms since 1970.
 */
export function newIdsBy(now: () => number): (prefix: string) => string {
  return (prefix) => `${prefix}_${timeOrderedId(now())}`;
}
