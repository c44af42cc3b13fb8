/** A Yjs update in which a client adds a text after its last letter, or at the start of the shared type `content`. */
export function typingUpdate(client: number, clock: number, text: string): Buffer {
  const place = clock > 0 ? [0x84, ...varUint(client), ...varUint(clock - 1)] : [0x04, 1, ...varString("content")];
  return Buffer.from([1, 1, ...varUint(client), ...varUint(clock), ...place, ...varString(text), 0]);
}

/** Reads an update's client and clock. @returns undefined for anything other than an update of one item. */
export function readTyped(update: Uint8Array): { client: number; clock: number } | undefined {
  if (update[0] !== 1 || update[1] !== 1) return undefined;
  const [client, end] = readVarUint(update, 2);
  return { client, clock: readVarUint(update, end)[0] };
}

/** An ASCII text preceded by its length, as Yjs encodes it. */
export function varString(text: string): number[] {
  return [...varUint(text.length), ...Buffer.from(text)];
}

/** A number as Yjs encodes it: seven bits per byte, lowest first. */
export function varUint(number: number): number[] {
  const bytes: number[] = [];
  let rest = number;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push(128 | (rest % 128));
  return [...bytes, rest];
}

/** Reads a number of `varUint`. @returns the number, and where the next one begins. */
export function readVarUint(bytes: Uint8Array, start: number): [number: number, end: number] {
  let number = 0;
  for (let at = start, factor = 1; ; at++, factor *= 128) {
    const byte = bytes[at] ?? 0;
    number += (byte & 127) * factor;
    if (byte < 128) return [number, at + 1];
  }
}
