import * as Y from "yjs";
import { ApiError } from "#platform/error";
import { requireFewClients } from "./client-limit.ts";
import { contentText } from "./content-text.ts";
import type { CrdtType } from "./crdt.ts";
import { requireShallow } from "./nesting.ts";
import { MAX_TOGETHER, readTyped } from "./plain-update.ts";
import { YjsReader } from "./yjs-bytes.ts";

/** A Yjs document as it is stored: one update with all of it, and later updates in any order. Base64. */
export interface StoredState {
  base: string;
  /** Updates behind the base, separated by commas. */
  log: string;
}

/** What a client sends to exchange updates. Base64. */
export interface ExchangeOrder extends StoredState {
  /** Changes of the client; missing: it only reads. */
  update?: string | undefined;
  /** What the client has; missing: nothing. */
  stateVector?: string | undefined;
}

/** The result of an exchange. Base64. */
export interface Exchange {
  /** What the client's update adds to the state; missing when that is nothing. */
  added?: string;
  /** What the client lacks. */
  update: string;
  /** What the service has, the client's update included. */
  stateVector: string;
}

/** What a state has, without its content. Base64. */
export interface StateOutline {
  stateVector: string;
  /** All deletions, as they end an update. */
  deletions: string;
}

/**
 * Applies the client's update to the state and finds what the client lacks.
 * @throws ApiError INVALID_ARGUMENT for an update or state vector that Yjs cannot read.
 */
export function exchangeUpdates({ update, stateVector, ...state }: ExchangeOrder): Exchange {
  return exchangeWith(openState(state), { update, stateVector });
}

/** The same, and what the state had before. @throws ApiError as `exchangeUpdates` */
export function exchangeAndOutline({ update, stateVector, ...state }: ExchangeOrder): OutlinedExchange {
  const doc = openState(state);
  const outline = outlineOf(doc);
  return { exchange: exchangeWith(doc, { update, stateVector }), ...(outline && { outline }) };
}

/** An exchange, and an outline of the state before it; missing for a state that waits for what has not arrived. */
export interface OutlinedExchange {
  exchange: Exchange;
  outline?: StateOutline;
}

function outlineOf(doc: Y.Doc): StateOutline | undefined {
  if (doc.store.pendingStructs || doc.store.pendingDs) return undefined;
  const stateVector = Y.encodeStateVector(doc);
  // An update without items is the number 0, which takes a byte, and all deletions.
  return {
    stateVector: toBase64(stateVector),
    deletions: toBase64(Y.encodeStateAsUpdate(doc, stateVector).subarray(1)),
  };
}

function exchangeWith(doc: Y.Doc, { update, stateVector }: Pick<ExchangeOrder, "update" | "stateVector">): Exchange {
  const added = update === undefined ? undefined : applyUpdate(doc, fromBase64(update));
  const missing = Y.encodeStateAsUpdate(doc, stateVector === undefined ? undefined : readStateVector(stateVector));
  const reply = { update: toBase64(missing), stateVector: toBase64(Y.encodeStateVector(doc)) };
  return added ? { added: toBase64(added), ...reply } : reply;
}

/** A state as one update, and its content as JSON text. */
export interface FoldedState {
  content: string;
  /** Base64. */
  update: string;
}

/** Folds the updates of a state into its base. Updates that wait for others are kept. */
export function foldState({
  type,
  contentKey,
  ...state
}: StoredState & { type: CrdtType; contentKey: string }): FoldedState {
  const doc = openState(state);
  return { content: contentText(doc, type, contentKey), update: toBase64(Y.encodeStateAsUpdate(doc)) };
}

/** An empty Yjs document. Yjs would make up an id for each, which takes longer than most updates. */
export function newDoc(): Y.Doc {
  return new Y.Doc({ guid: "" });
}

/**
 * Makes the Yjs document of a stored state. An update that Yjs fails to apply is left out, so that one bad update never
 * makes an editor unreadable.
 */
export function openState({ base, log }: StoredState): Y.Doc {
  let updates = [base, ...(log === "" ? [] : log.split(","))].filter((one) => one !== "").map(fromBase64);
  const whole = newDoc();
  if (areApplied(whole, updates)) return whole;
  for (;;) {
    const doc = newDoc();
    const bad = updates.find((update) => !isApplied(doc, update));
    if (!bad) return doc;
    // A failed update may be half applied, so the document is made anew.
    updates = updates.filter((update) => update !== bad);
  }
}

/**
 * Applies an update of a client.
 * @returns what it adds to the document; undefined when that is nothing.
 * @throws ApiError INVALID_ARGUMENT when it is of too many clients, nests too deep, or Yjs cannot apply it; the document is
 *   then useless.
 */
function applyUpdate(doc: Y.Doc, update: Uint8Array): Uint8Array | undefined {
  requireFewClients(update, doc.store.clients);
  // Text and deletions nest nothing.
  if (!readTyped(update, MAX_TOGETHER)) requireShallow(doc, decoded(update).structs);
  const waiting = waitingIn(doc);
  const added: Uint8Array[] = [];
  const collect = (one: Uint8Array) => void added.push(one);
  doc.on("update", collect);
  const isGood = isWholeApplied(doc, update);
  doc.off("update", collect);
  if (!isGood) throw noUpdate();
  // Parts of it wait for updates that have not arrived, and are not among what was added.
  if (waitingIn(doc) !== waiting) return update;
  return added.length > 1 ? Y.mergeUpdates(added) : added[0];
}

/** The refusal of what is no update. */
export function noUpdate(): ApiError {
  return new ApiError("INVALID_ARGUMENT", "data.update must be a Yjs update in the format of version 1.");
}

/** The parts of an update. @throws ApiError INVALID_ARGUMENT for what is no update. */
export function decoded(update: Uint8Array): ReturnType<typeof Y.decodeUpdate> {
  try {
    return Y.decodeUpdate(update);
  } catch {
    throw noUpdate();
  }
}

/** Applies an update. @returns false when Yjs can't; the document is then useless. */
export function isApplied(doc: Y.Doc, update: Uint8Array): boolean {
  try {
    Y.applyUpdate(doc, update);
    return true;
  } catch {
    return false;
  }
}

/**
 * The same for an update of a client, which must end where Yjs stops to read. What follows would be lost without a word: an update in
 * the format of version 2 begins like an empty one of version 1.
 */
export function isWholeApplied(doc: Y.Doc, update: Uint8Array): boolean {
  const decoder = { arr: update, pos: 0 };
  try {
    Y.readUpdate(decoder, doc);
  } catch {
    return false;
  }
  return decoder.pos === update.length;
}

/** Applies updates together, which takes a part of the time. @returns false when Yjs can't; the document is then useless. */
function areApplied(doc: Y.Doc, updates: readonly Uint8Array[]): boolean {
  try {
    doc.transact(() => {
      for (const update of updates) Y.applyUpdate(doc, update);
    });
    return true;
  } catch {
    return false;
  }
}

/** The updates that wait for others, as text that tells two such sets apart. */
function waitingIn({ store: { pendingStructs, pendingDs } }: Y.Doc): string {
  return [pendingStructs?.update, pendingDs].map((bytes) => (bytes ? toBase64(bytes) : "")).join();
}

/** Largest state vector that a client may send, in bytes: some 150,000 clients. */
const MAX_STATE_VECTOR = 1024 * 1024;

/** The bytes of a state vector in base64. @throws ApiError INVALID_ARGUMENT when it is none, or too large. */
export function readStateVector(base64: string): Uint8Array {
  const bytes = fromBase64(base64);
  if (!isStateVector(bytes))
    throw new ApiError("INVALID_ARGUMENT", "data.stateVector must be a Yjs state vector of at most 1 MiB.");
  return bytes;
}

/** Whether bytes are a state vector, and not too large. Their size and their count are looked at before anything is read. */
export function isStateVector(bytes: Uint8Array): boolean {
  if (bytes.length > MAX_STATE_VECTOR) return false;
  try {
    const reader = new YjsReader(bytes);
    const numbers = 2 * reader.number();
    if (numbers > bytes.length) return false;
    for (let left = numbers; left > 0; left--) reader.number();
    return true;
  } catch {
    return false;
  }
}

/** Bytes as base64. */
export function toBase64({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString("base64");
}

/** Base64 as bytes. */
export function fromBase64(text: string): Uint8Array {
  return Buffer.from(text, "base64");
}
