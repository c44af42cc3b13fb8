/** An update of Yjs by which a client adds a text behind its last letter, or at the start of the shared type `content`. */
export function typed(client: number, clock: number, text: string): Buffer {
  const place = clock > 0 ? [0x84, ...varUint(client), ...varUint(clock - 1)] : [0x04, 1, ...varString("content")];
  return Buffer.from([1, 1, ...varUint(client), ...varUint(clock), ...place, ...varString(text), 0]);
}

/** Whose update this is and its clock. @returns undefined for anything else than an update of one item. */
export function readTyped(update: Uint8Array): { client: number; clock: number } | undefined {
  if (update[0] !== 1 || update[1] !== 1) return undefined;
  const [client, end] = readVarUint(update, 2);
  return { client, clock: readVarUint(update, end)[0] };
}

/** A text with its length, as Yjs writes it. */
export function varString(text: string): number[] {
  return [...varUint(text.length), ...Buffer.from(text)];
}

/** Seven bits per byte, the lowest first. */
export function varUint(number: number): number[] {
  const bytes: number[] = [];
  let rest = number;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push(128 | (rest % 128));
  return [...bytes, rest];
}

/** Reads such a number. @returns it, and where the next one begins. */
export function readVarUint(bytes: Uint8Array, start: number): [number: number, end: number] {
  let number = 0;
  for (let at = start, factor = 1; ; at++, factor *= 128) {
    const byte = bytes[at] ?? 0;
    number += (byte & 127) * factor;
    if (byte < 128) return [number, at + 1];
  }
}
