import type { Value } from "#store/port";

/** Type tags in the sort order of their types. */
const NULL = 1;
const BOOLEAN = 2;
const NUMBER = 3;
const DATE = 4;
const STRING = 5;

const numberBytes = Buffer.alloc(8);

/** Encodes a number so that byte order is numeric order: the sign bit is flipped, and negative numbers are inverted. */
function orderedNumber(value: number): Buffer {
  numberBytes.writeDoubleBE(value === 0 ? 0 : value);
  const bytes = Buffer.from(numberBytes);
  if ((bytes[0] as number) & 0x80) for (let i = 0; i < 8; i++) bytes[i] = ~(bytes[i] as number) & 0xff;
  else bytes[0] = (bytes[0] as number) | 0x80;
  return bytes;
}

/** Escapes zero bytes and appends a terminator, so that no key is a prefix of another. */
function orderedString(value: string): Buffer {
  const bytes = Buffer.from(value, "utf8");
  if (!bytes.includes(0)) return Buffer.concat([bytes, Buffer.from([0, 1])]);
  return Buffer.concat([...[...bytes].map((b) => Buffer.from(b === 0 ? [0, 255] : [b])), Buffer.from([0, 1])]);
}

/**
 * Encodes one scalar so that comparing bytes compares values.
 * @returns undefined for values that can't be indexed (missing, arrays, maps), which leaves the document out of the index.
 */
export function encodeScalar(value: Value | undefined): Buffer | undefined {
  if (value === null) return Buffer.from([NULL]);
  if (typeof value === "boolean") return Buffer.from([BOOLEAN, value ? 1 : 0]);
  if (typeof value === "number") return Buffer.concat([Buffer.from([NUMBER]), orderedNumber(value)]);
  if (typeof value === "string") return Buffer.concat([Buffer.from([STRING]), orderedString(value)]);
  if (value instanceof Date) return Buffer.concat([Buffer.from([DATE]), orderedNumber(value.getTime())]);
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
