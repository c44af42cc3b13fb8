import { type AwarenessState, readAwareness, writeAwareness } from "@atrium/functions/domain/crdt/awareness";
import { sizeOf, YjsWriter } from "@atrium/functions/domain/crdt/yjs-bytes";
import * as decoding from "lib0/decoding";
import * as encoding from "lib0/encoding";

/** The messages of the protocol of y-websocket. */
const SYNC = 0;
const AWARENESS = 1;
const AUTH = 2;
const QUERY_AWARENESS = 3;
/** Messages within `SYNC`. */
const STEP_1 = 0;
const STEP_2 = 1;
const UPDATE = 2;
const PERMISSION_DENIED = 0;

/** A message of a client. */
export type Frame =
  | { kind: "stateVector"; stateVector: Uint8Array }
  | { kind: "update"; update: Uint8Array }
  | { kind: "awareness"; states: AwarenessState[] }
  | { kind: "queryAwareness" };

/** Reads a message. @throws Error for bytes that are none. */
export function readFrame(bytes: Uint8Array): Frame {
  const decoder = decoding.createDecoder(bytes);
  const kind = decoding.readVarUint(decoder);
  if (kind === QUERY_AWARENESS) return { kind: "queryAwareness" };
  if (kind === AWARENESS) return { kind: "awareness", states: readAwareness(decoding.readVarUint8Array(decoder)) };
  if (kind !== SYNC) throw new Error("unknown message");
  const step = decoding.readVarUint(decoder);
  if (step > UPDATE) throw new Error("unknown message");
  const content = decoding.readVarUint8Array(decoder);
  return step === STEP_1 ? { kind: "stateVector", stateVector: content } : { kind: "update", update: content };
}

/** Asks a client for what the service lacks. */
export function stateVectorFrame(stateVector: Uint8Array): Uint8Array {
  return syncFrame(STEP_1, stateVector);
}

/** Answers a client's state vector with what it lacks. */
export function missingFrame(update: Uint8Array): Uint8Array {
  return syncFrame(STEP_2, update);
}

/** Changes of others. */
export function updateFrame(update: Uint8Array): Uint8Array {
  return syncFrame(UPDATE, update);
}

function syncFrame(step: number, content: Uint8Array): Uint8Array {
  const writer = new YjsWriter(2 + sizeOf(content.length) + content.length);
  writer.number(SYNC);
  writer.number(step);
  writer.number(content.length);
  writer.append(content);
  return writer.bytes;
}

/** What clients say of themselves. Without states it only shows that the connection lives. */
export function awarenessFrame(states: readonly AwarenessState[]): Uint8Array {
  const encoder = encoding.createEncoder();
  encoding.writeVarUint(encoder, AWARENESS);
  encoding.writeVarUint8Array(encoder, writeAwareness(states));
  return encoding.toUint8Array(encoder);
}

/** Tells a client that its changes are refused. */
export function deniedFrame(reason: string): Uint8Array {
  const encoder = encoding.createEncoder();
  encoding.writeVarUint(encoder, AUTH);
  encoding.writeVarUint(encoder, PERMISSION_DENIED);
  encoding.writeVarString(encoder, reason);
  return encoding.toUint8Array(encoder);
}
