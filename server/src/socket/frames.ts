import {
  type AwarenessState,
  MAX_AWARENESS_BYTES,
  readAwareness,
  writeAwareness,
} from "@atrium/functions/domain/crdt/awareness";
import { sizeOf, YjsWriter } from "@atrium/functions/domain/crdt/yjs-bytes";
import { isStateVector } from "@atrium/functions/domain/crdt/yjs-state";
import * as decoding from "lib0/decoding";
import * as encoding from "lib0/encoding";

/** Message types of the y-websocket protocol. */
const SYNC = 0;
const AWARENESS = 1;
const AUTH = 2;
const QUERY_AWARENESS = 3;
/** Messages within `SYNC`. */
const STEP_1 = 0;
const STEP_2 = 1;
const UPDATE = 2;
const PERMISSION_DENIED = 0;

/**
 * Maximum states in a client's awareness message. Clients send back the states of others, and reading them takes some
 * ms.
 */
const MAX_AWARENESS_STATES = 16 * 1024;
/**
 * Size in bytes from which states are split into another message: a stock client sends everything new back in one
 * message.
 */
const AWARENESS_PART = 32 * 1024;

/** Maximum bytes of the numbers of a state. */
const AWARENESS_HEAD = 24;

/** An update with neither changes nor deletions. */
export const NO_CHANGES = new Uint8Array([0, 0]);

/** A message of a client. */
export type Frame =
  | { kind: "stateVector"; stateVector: Uint8Array }
  | { kind: "update"; update: Uint8Array }
  | { kind: "awareness"; states: AwarenessState[] }
  | { kind: "queryAwareness" };

/**
 * Decodes a message.
 * @throws Error for bytes that are not a message, and, before decoding it, for a message that is too large.
 */
export function readFrame(bytes: Uint8Array): Frame {
  const decoder = decoding.createDecoder(bytes);
  const kind = decoding.readVarUint(decoder);
  if (kind === QUERY_AWARENESS) return { kind: "queryAwareness" };
  if (kind === AWARENESS && bytes.length > MAX_AWARENESS_BYTES) throw new Error("too much awareness");
  if (kind === AWARENESS) return { kind: "awareness", states: readStates(decoding.readVarUint8Array(decoder)) };
  if (kind !== SYNC) throw new Error("unknown message");
  const step = decoding.readVarUint(decoder);
  if (step > UPDATE) throw new Error("unknown message");
  const content = decoding.readVarUint8Array(decoder);
  if (step !== STEP_1) return { kind: "update", update: content };
  if (!isStateVector(content)) throw new Error("no state vector");
  return { kind: "stateVector", stateVector: content };
}

function readStates(bytes: Uint8Array): AwarenessState[] {
  const count = decoding.readVarUint(decoding.createDecoder(bytes));
  if (count > MAX_AWARENESS_STATES) throw new Error("too much awareness");
  return readAwareness(bytes);
}

/** Asks a client for the changes that the service lacks. */
export function stateVectorFrame(stateVector: Uint8Array): Uint8Array {
  return syncFrame(STEP_1, stateVector);
}

/** Answers a client's state vector with the changes that it lacks. */
export function missingFrame(update: Uint8Array): Uint8Array {
  return syncFrame(STEP_2, update);
}

/** Contains changes of others. */
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

/** Contains awareness states. Without states it only shows that the connection is alive. */
export function awarenessFrame(states: readonly AwarenessState[]): Uint8Array {
  const encoder = encoding.createEncoder();
  encoding.writeVarUint(encoder, AWARENESS);
  encoding.writeVarUint8Array(encoder, writeAwareness(states));
  return encoding.toUint8Array(encoder);
}

/** As `awarenessFrame`, split into as many messages as the size requires. */
export function awarenessFrames(states: readonly AwarenessState[]): Uint8Array[] {
  const frames: Uint8Array[] = [];
  let [part, bytes]: [AwarenessState[], number] = [[], 0];
  for (const one of states) {
    part.push(one);
    bytes += Buffer.byteLength(one.state) + AWARENESS_HEAD;
    if (bytes < AWARENESS_PART) continue;
    frames.push(awarenessFrame(part));
    [part, bytes] = [[], 0];
  }
  if (part.length > 0) frames.push(awarenessFrame(part));
  return frames;
}

/** Tells a client that its changes are refused. */
export function deniedFrame(reason: string): Uint8Array {
  const encoder = encoding.createEncoder();
  encoding.writeVarUint(encoder, AUTH);
  encoding.writeVarUint(encoder, PERMISSION_DENIED);
  encoding.writeVarString(encoder, reason);
  return encoding.toUint8Array(encoder);
}
