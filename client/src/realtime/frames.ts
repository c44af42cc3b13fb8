/** Message types of the y-websocket protocol; `STEPS` are the kinds of messages within `SYNC`. */
const SYNC = 0;
const AWARENESS = 1;
const AUTH = 2;
const STEPS = ["stateVector", "missing", "update"] as const;

/** A message. `missing` answers a state vector, `update` is a change, `denied` says that the service refuses changes. */
export type Frame =
  | { kind: (typeof STEPS)[number] | "awareness"; bytes: Uint8Array }
  | { kind: "denied"; reason: string };

/** Encodes a message. */
export function writeFrame(kind: (typeof STEPS)[number] | "awareness", bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const head = kind === "awareness" ? [AWARENESS] : [SYNC, STEPS.indexOf(kind)];
  let { length } = bytes;
  for (; length > 127; length = Math.floor(length / 128)) head.push(128 + (length % 128));
  head.push(length);
  const frame = new Uint8Array(head.length + bytes.length);
  frame.set(head);
  frame.set(bytes, head.length);
  return frame;
}

/**
 * Decodes a message.
 * @returns undefined for a message that clients do not use.
 * @throws RangeError if the bytes are not a message.
 */
export function readFrame(frame: Uint8Array): Frame | undefined {
  let at = 0;
  const readNumber = (): number => {
    let number = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = frame[at++];
      if (byte === undefined) throw new RangeError("The message ends too early.");
      number += (byte % 128) * factor;
      if (byte < 128) return number;
    }
  };
  const readBytes = (): Uint8Array => {
    const length = readNumber();
    at += length;
    if (at > frame.length) throw new RangeError("The message ends too early.");
    return frame.subarray(at - length, at);
  };
  const type = readNumber();
  if (type === AWARENESS) return { kind: "awareness", bytes: readBytes() };
  if (type !== SYNC && type !== AUTH) return undefined;
  const step = readNumber();
  if (type === AUTH) return step === 0 ? { kind: "denied", reason: new TextDecoder().decode(readBytes()) } : undefined;
  const kind = STEPS[step];
  return kind && { kind, bytes: readBytes() };
}
