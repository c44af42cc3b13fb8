import * as Y from "yjs";
import { ApiError, invalidField } from "#platform/error";
import { requireFewClients } from "./clients.ts";
import { contentText } from "./content-text.ts";
import type { CrdtType } from "./crdt.ts";
import { countSteps, requireSeparateDeletions, stepsLeft, stepsToOpen } from "./merge-work.ts";
import { requireShallow } from "./nesting.ts";
import { MAX_TOGETHER, readTyped } from "./plain-update.ts";
import { YjsReader } from "./yjs-bytes.ts";

/** A Yjs document as it is stored: a base update, and later updates in any order. Base64. */
export interface StoredState {
  base: string;
  /** Updates after the base, separated by commas. */
  log: string;
}

/** A client's request to exchange updates. Base64. */
export interface ExchangeOrder extends StoredState {
  /** Changes of the client; omitted if it only reads. */
  update?: string | undefined;
  /** State vector of the client; omitted if it has nothing. */
  stateVector?: string | undefined;
}

/** The result of an exchange. Base64. */
export interface Exchange {
  /** What the client's update adds to the state; omitted if that is nothing. */
  added?: string;
  /** The update that the client lacks. */
  update: string;
  /** State vector of the service, the client's update included. */
  stateVector: string;
}

/** The extent of a state without its content. Base64. */
export interface StateOutline {
  stateVector: string;
  /** All deletions, encoded as at the end of an update. */
  deletions: string;
}

/**
 * Applies the client's update to the state and finds what the client lacks.
 * @returns undefined for a state that takes long to open.
 * @throws ApiError INVALID_ARGUMENT for an update or state vector that Yjs cannot read.
 */
export function exchangeIfQuick({ update, stateVector, ...state }: ExchangeOrder): Exchange | undefined {
  const measured = openIfQuick(state);
  return measured && exchangeWith({ ...measured, bytes: bytesOf(state) }, { update, stateVector });
}

/** The same for any state, with an outline of the state before. @throws ApiError as `exchangeIfQuick` */
export function exchangeAndOutline({ update, stateVector, ...state }: ExchangeOrder): OutlinedExchange {
  const measured = measuredState(state);
  const outline = outlineOf(measured.doc);
  return { exchange: exchangeWith(measured, { update, stateVector }), ...(outline && { outline }) };
}

/** A Yjs document, its size in bytes, and the steps that merging it has taken. */
interface MeasuredState {
  doc: Y.Doc;
  bytes: number;
  steps: number;
}

function measuredState(state: StoredState): MeasuredState {
  const { result: doc, steps } = countSteps(() => openState(state));
  return { doc, bytes: bytesOf(state), steps };
}

function bytesOf({ base, log }: StoredState): number {
  return ((base.length + log.length) * 3) / 4;
}

/**
 * Opens a stored state, unless that takes long: earlier versions stored states that take Yjs many seconds to merge.
 * @returns undefined for such a state.
 */
export function openIfQuick(state: StoredState): { doc: Y.Doc; steps: number } | undefined {
  try {
    const { result: doc, steps } = countSteps(() => openState(state), stepsToOpen(bytesOf(state)));
    return { doc, steps };
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

/** The error for a state that takes too long to open where it would hold everybody up. */
export class SlowState extends ApiError {
  constructor() {
    super("INVALID_ARGUMENT", "The editor takes too long to open: too many of its changes concern the same place.", {
      hint: "Read its content with crdt/get, and write it under another editorId.",
    });
  }
}

/** An exchange, and an outline of the state before it; omitted for a state that waits for missing updates. */
export interface OutlinedExchange {
  exchange: Exchange;
  outline?: StateOutline;
}

function outlineOf(doc: Y.Doc): StateOutline | undefined {
  if (doc.store.pendingStructs || doc.store.pendingDs) return undefined;
  const stateVector = Y.encodeStateVector(doc);
  // An update without items consists of the byte 0 and all deletions.
  return {
    stateVector: toBase64(stateVector),
    deletions: toBase64(Y.encodeStateAsUpdate(doc, stateVector).subarray(1)),
  };
}

function exchangeWith(
  { doc, bytes, steps }: MeasuredState,
  { update, stateVector }: Pick<ExchangeOrder, "update" | "stateVector">,
): Exchange {
  const read = update === undefined ? undefined : fromBase64(update);
  const added = read && applyUpdate(doc, read, stepsLeft(steps, bytes + read.length, read));
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

/** A state to fold. */
type FoldOrder = StoredState & { type: CrdtType; contentKey: string };

/** Folds the updates of a state into its base. Updates that wait for others are kept. */
export function foldState({ type, contentKey, ...state }: FoldOrder): FoldedState {
  return folded(openState(state), { type, contentKey });
}

/** Like `foldState`. @returns undefined for a state that takes long to open. */
export function foldIfQuick({ type, contentKey, ...state }: FoldOrder): FoldedState | undefined {
  const opened = openIfQuick(state);
  return opened && folded(opened.doc, { type, contentKey });
}

function folded(doc: Y.Doc, { type, contentKey }: Pick<FoldOrder, "type" | "contentKey">): FoldedState {
  return { content: contentText(doc, type, contentKey), update: toBase64(Y.encodeStateAsUpdate(doc)) };
}

/** An empty Yjs document. Without a given id, Yjs generates one for each, which takes longer than most updates. */
export function newDoc(): Y.Doc {
  return new Y.Doc({ guid: "" });
}

/**
 * Creates the Yjs document of a stored state. Leaves out updates that Yjs fails to apply, so that one bad update never
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
    // A failed update may be applied in part, so the document is created anew.
    updates = updates.filter((update) => update !== bad);
  }
}

/**
 * Applies an update of a client.
 * @returns what it adds to the document; undefined if that is nothing.
 * @throws ApiError INVALID_ARGUMENT if it has too many clients, nests too deep, repeats deletions, takes too long to
 *   merge, or Yjs cannot apply it; the document is then unusable.
 */
function applyUpdate(doc: Y.Doc, update: Uint8Array, mostSteps: number): Uint8Array | undefined {
  requireFewClients(update, doc.store.clients);
  const { structs, ds } = decoded(update);
  requireSeparateDeletions(ds);
  // An update that only types and deletes text nests nothing.
  if (!readTyped(update, MAX_TOGETHER)) requireShallow(doc, structs);
  const waiting = waitingIn(doc);
  const added: Uint8Array[] = [];
  const collect = (one: Uint8Array) => void added.push(one);
  doc.on("update", collect);
  const merge = countSteps(() => isWholeApplied(doc, update), mostSteps);
  doc.off("update", collect);
  if (!merge.result) throw noUpdate();
  // Parts of the update wait for others that have not arrived, so `added` lacks them.
  if (waitingIn(doc) !== waiting) return update;
  return added.length > 1 ? Y.mergeUpdates(added) : added[0];
}

/** The error for bytes that are no update. */
export function noUpdate(): ApiError {
  return invalidField("data.update", "must be a Yjs update in the format of version 1.");
}

/** The parts of an update. @throws ApiError INVALID_ARGUMENT if the bytes are no update. */
export function decoded(update: Uint8Array): ReturnType<typeof Y.decodeUpdate> {
  try {
    return Y.decodeUpdate(update);
  } catch {
    throw noUpdate();
  }
}

/**
 * Applies an update.
 * @returns false if Yjs can't; the document is then unusable.
 * @throws ApiError INVALID_ARGUMENT if it takes more steps than are left.
 */
export function isApplied(doc: Y.Doc, update: Uint8Array): boolean {
  try {
    Y.applyUpdate(doc, update);
    return true;
  } catch (error) {
    if (error instanceof ApiError) throw error;
    return false;
  }
}

/**
 * Like `isApplied`, but the update must end where Yjs stops reading, because the rest would be lost silently: an update
 * in the format of version 2 begins like an empty one of version 1.
 * @throws ApiError INVALID_ARGUMENT if it takes more steps than are left.
 */
export function isWholeApplied(doc: Y.Doc, update: Uint8Array): boolean {
  const decoder = { arr: update, pos: 0 };
  try {
    Y.readUpdate(decoder, doc);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    return false;
  }
  return decoder.pos === update.length;
}

/** Applies updates in one transaction, which is faster. @returns false if Yjs can't; the document is then unusable. */
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

/** The updates that wait for others, as text to compare two such sets. */
function waitingIn({ store: { pendingStructs, pendingDs } }: Y.Doc): string {
  return [pendingStructs?.update, pendingDs].map((bytes) => (bytes ? toBase64(bytes) : "")).join();
}

/** Maximum size of a client's state vector in bytes: enough for some 150,000 clients. */
const MAX_STATE_VECTOR = 1024 * 1024;

/** The bytes of a state vector in base64. @throws ApiError INVALID_ARGUMENT if it is malformed or too large. */
export function readStateVector(base64: string): Uint8Array {
  const bytes = fromBase64(base64);
  if (!isStateVector(bytes)) throw invalidField("data.stateVector", "must be a Yjs state vector of at most 1 MiB.");
  return bytes;
}

/**
 * Whether bytes are a state vector, and not too large. Their size and the count are checked before anything else is
 * read.
 */
export function isStateVector(bytes: Uint8Array): boolean {
  if (bytes.length > MAX_STATE_VECTOR) return false;
  try {
    const reader = new YjsReader(bytes);
    const numbers = 2 * reader.number();
    if (numbers > bytes.length) return false;
    for (let remainingCount = numbers; remainingCount > 0; remainingCount--) reader.number();
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
