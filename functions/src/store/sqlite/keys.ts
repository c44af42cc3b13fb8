import type { Value } from "#store/port";

/** Type tags in the sort order of their types. */
const NULL = 1;
const BOOLEAN = 2;
const NUMBER = 3;
const DATE = 4;
const STRING = 5;
/** Bytes at the end of a string. */
const TERMINATOR = [0, 1];

/** Encodes a number so that byte order is numeric order: the sign bit is flipped, and negative numbers are inverted. */
function orderedNumber(tag: number, value: number): Buffer {
  const bytes = Buffer.allocUnsafe(9);
  bytes[0] = tag;
  bytes.writeDoubleBE(value === 0 ? 0 : value, 1);
  if ((bytes[1] as number) & 0x80) for (let i = 1; i < 9; i++) bytes[i] = ~(bytes[i] as number) & 0xff;
  else bytes[1] = (bytes[1] as number) | 0x80;
  return bytes;
}

/** Escapes zero bytes and appends a terminator, so that no key is a prefix of another. */
function orderedString(value: string): Buffer {
  if (value.includes("\0")) return escapedString(value);
  const bytes = Buffer.allocUnsafe(Buffer.byteLength(value) + 3);
  bytes[0] = STRING;
  bytes.write(value, 1);
  bytes.set(TERMINATOR, bytes.length - 2);
  return bytes;
}

function escapedString(value: string): Buffer {
  const bytes = [...Buffer.from(value, "utf8")].flatMap((byte) => (byte === 0 ? [0, 255] : [byte]));
  return Buffer.from([STRING, ...bytes, ...TERMINATOR]);
}

/**
 * Encodes one scalar so that comparing bytes compares values.
 * @returns undefined for values that can't be indexed (missing, arrays, maps), which leaves the document out of the index.
 */
export function encodeScalar(value: Value | undefined): Buffer | undefined {
  if (value === null) return Buffer.from([NULL]);
  if (typeof value === "boolean") return Buffer.from([BOOLEAN, value ? 1 : 0]);
  if (typeof value === "number") return orderedNumber(NUMBER, value);
  if (typeof value === "string") return orderedString(value);
  if (value instanceof Date) return orderedNumber(DATE, value.getTime());
  return undefined;
}

/** Inverts bytes, so that ascending order becomes descending. */
export function invert(bytes: Buffer): Buffer {
  const inverted = Buffer.allocUnsafe(bytes.length);
  for (let i = 0; i < bytes.length; i++) inverted[i] = ~(bytes[i] as number) & 0xff;
  return inverted;
}

/** The smallest key greater than every key that begins with `prefix`; undefined when there is none. */
export function afterPrefix(prefix: Buffer): Buffer | undefined {
  for (let i = prefix.length - 1; i >= 0; i--)
    if ((prefix[i] as number) < 255) {
      const next = Buffer.from(prefix.subarray(0, i + 1));
      next[i] = (next[i] as number) + 1;
      return next;
    }
  return undefined;
}
