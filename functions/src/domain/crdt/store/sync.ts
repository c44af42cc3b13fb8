import { clientsOfStateVector, listClients } from "#domain/crdt/clients";
import { refuseOtherKind } from "#domain/crdt/content";
import type { CrdtType } from "#domain/crdt/crdt";
import { needsDocument } from "#domain/crdt/outlined-document";
import {
  type Exchange,
  exchangeIfQuick,
  fromBase64,
  type OutlinedExchange,
  readStateVector,
} from "#domain/crdt/yjs-state";
import type { StoredDocument } from "#domain/documents/store/documents";
import { ApiError } from "#platform/error";
import { lengthOf } from "#platform/text/length-of";
import type { WriteCall } from "#src/call";
import type { Doc } from "#store/port";
import { clientsOfDeleted, copyOfDeleted } from "./deleted-editors.ts";
import { type EditorPlace, editorPath, readDocumentAndEditors, type StoredCrdt } from "./editors.ts";
import type { FirstUpdate } from "./live-changes.ts";
import type { LoadedParts } from "./loading.ts";
import type { OpenEditor } from "./open-editor.ts";
import { openEditors } from "./open-editors.ts";
import { storeUpdate } from "./storing.ts";
import { logText, type NewEntry } from "./update-log.ts";

/** Maximum size of a state in base64, the log included: 14 MiB, which encode 10.5 MiB. */
const MAX_STORED_LENGTH = 14 * 1024 * 1024;

/** What a client sends. Base64. */
export interface SyncInput {
  stateVector?: string | undefined;
  update?: string | undefined;
  /** For an editor that does not exist yet; otherwise they must match those of the editor. */
  type?: CrdtType | undefined;
  contentKey?: string | undefined;
}

/**
 * Stores what a client has and returns what it lacks. Creates an editor that does not exist.
 * @throws ApiError NOT_FOUND, INVALID_ARGUMENT, ABORTED
 */
export async function syncCrdt(
  call: WriteCall,
  place: EditorPlace,
  input: SyncInput,
): Promise<Pick<Exchange, "update" | "stateVector">> {
  const { update, stateVector } = await (input.update === undefined
    ? pull(call, place, input)
    : push(call, place, { ...input, update: input.update }));
  return { update, stateVector };
}

async function pull(call: WriteCall, place: EditorPlace, input: SyncInput): Promise<Exchange> {
  const { document, editors } = await readDocumentAndEditors(call.store, call, place, [editorPath(call, place)]);
  const [storedEditor] = editors;
  if (storedEditor) refuseOtherType(storedEditor.data, input);
  await refuseCopyOfDeleted(call, document, storedEditor, input);
  const editor = storedEditor && (await openEditors(call).open(call, storedEditor));
  return editor?.exchange(knownTo(input)) ?? exchangeWithStored(call, storedEditor, input);
}

/**
 * Examines a large update in a worker thread, and stores what it adds.
 * @param check receives what the update adds in base64, and the stored editor. May throw to refuse it.
 * @returns what was stored, in base64, and the entry of the log if it is one; undefined if the update adds nothing.
 * @throws ApiError NOT_FOUND, INVALID_ARGUMENT, ABORTED, and whatever `check` throws.
 */
export async function storeLarge(
  call: WriteCall,
  place: EditorPlace,
  first: FirstUpdate,
  check: (added: string, storedEditor: StoredCrdt | undefined) => void,
): Promise<{ added: string; entry: NewEntry | undefined } | undefined> {
  const { update } = first;
  let added: string | undefined;
  const entry = await storeUpdate(call, place, first, async (storedEditor, document) => {
    await refuseCopyOfDeleted(call, document, storedEditor, { update });
    ({ added } = await exchangeWithStored(call, storedEditor, { update }));
    if (added !== undefined) check(added, storedEditor?.data);
    return added;
  });
  return added === undefined ? undefined : { added, entry };
}

/** Whether a large update adds something to an editor as it is stored. @throws ApiError as `storeLarge` does */
export async function addsToStored(call: WriteCall, place: EditorPlace, update: string): Promise<boolean> {
  const { editors } = await readDocumentAndEditors(call.store, call, place, [editorPath(call, place)]);
  const { added } = await exchangeWithStored(call, editors[0], { update });
  return added !== undefined;
}

/** What one run of a push's transaction has found. */
interface Push {
  /** What the update adds, in base64. */
  added?: string | undefined;
  /** The document that takes the update over once it is stored. */
  editor?: OpenEditor | undefined;
  /** The state vector that the client has sent. */
  known?: Uint8Array | undefined;
  /** The reply, if no document is kept. */
  exchange?: Exchange;
}

async function push(call: WriteCall, place: EditorPlace, input: SyncInput & { update: string }): Promise<Exchange> {
  const { type = "text", contentKey = "content", update } = input;
  let last: Push = {};
  const entry = await storeUpdate(call, place, { type, contentKey, update }, async (storedEditor, document) => {
    await refuseCopyOfDeleted(call, document, storedEditor, input);
    last = await preparePush(call, storedEditor, input);
    return last.added;
  });
  return answerPush(call, place, input, { ...last, entry });
}

async function preparePush(
  call: WriteCall,
  storedEditor: Doc<StoredCrdt> | undefined,
  input: SyncInput & { update: string },
): Promise<Push> {
  if (storedEditor) refuseOtherType(storedEditor.data, input);
  const isLarge = call.heavyWork.isHeavy(input.update.length);
  const editor = storedEditor && !isLarge ? await openEditors(call).open(call, storedEditor) : undefined;
  if (editor && (editor.bytes * 4) / 3 + input.update.length > MAX_STORED_LENGTH) throw tooLarge();
  const added = editor ? editor.newIn(input.update) : needsDocument;
  if (added !== needsDocument) return { editor, known: knownTo(input), added };
  const exchange = await exchangeWithStored(call, storedEditor, input);
  return { exchange, added: exchange.added };
}

/** @param entry what was stored in the log; undefined if nothing was. */
async function answerPush(
  call: WriteCall,
  place: EditorPlace,
  input: SyncInput,
  { added, editor, known, exchange, entry }: Push & { entry: NewEntry | undefined },
): Promise<Exchange> {
  if (exchange) return exchange;
  if (!editor || (added !== undefined && !entry)) return pull(call, place, input);
  if (entry) editor.take(entry);
  return (editor.isUsable ? editor.exchange(known) : undefined) ?? pull(call, place, input);
}

/**
 * Refuses users with the copy of a deleted editor. An API key may restore an editor from a copy, and users with other
 * copies may then go on.
 * @throws ApiError NOT_FOUND
 */
async function refuseCopyOfDeleted(
  call: WriteCall,
  { data: { deletedEditors } }: Doc<StoredDocument>,
  storedEditor: Doc<StoredCrdt> | undefined,
  { stateVector, update }: SyncInput,
): Promise<void> {
  if (!deletedEditors || !call.user) return;
  const clients = clientsOfDeleted(new Set(deletedEditors), [
    ...(stateVector === undefined ? [] : clientsOfStateVector(readStateVector(stateVector))),
    ...(update === undefined ? [] : await clientsIn(call, update)),
  ]);
  if (clients.length === 0) return;
  const current = storedEditor && (await exchangeWithStored(call, storedEditor, {})).stateVector;
  const restored = new Set(current === undefined ? [] : clientsOfStateVector(fromBase64(current)));
  if (clients.some((client) => !restored.has(client))) throw copyOfDeleted();
}

async function clientsIn({ heavyWork }: WriteCall, update: string): Promise<number[]> {
  return heavyWork.isHeavy(update.length)
    ? heavyWork.run<number[]>("listClients", { update })
    : listClients({ update });
}

/**
 * The state vector that a client has sent; undefined if it has nothing.
 * @throws ApiError INVALID_ARGUMENT if it is invalid.
 */
function knownTo({ stateVector }: SyncInput): Uint8Array | undefined {
  return stateVector === undefined ? undefined : readStateVector(stateVector);
}

async function exchangeWithStored(
  call: WriteCall,
  storedEditor: Doc<StoredCrdt> | undefined,
  input: SyncInput,
): Promise<Exchange> {
  if (!storedEditor) return (await exchanged(call, undefined, input)).exchange;
  const { exchange } = await openEditors(call).outline(call, storedEditor, (parts) => exchanged(call, parts, input));
  return exchange;
}

/** @throws ApiError INVALID_ARGUMENT */
function refuseOtherType(crdt: StoredCrdt, { type = crdt.type, contentKey }: SyncInput): void {
  refuseOtherKind(crdt, { type, contentKey });
}

function requireSpace(parts: LoadedParts | undefined, update = ""): void {
  const { update: base = [], entries = [] } = parts ?? {};
  const size = lengthOf([...base, logText(entries), update]);
  if (size > MAX_STORED_LENGTH) throw tooLarge();
}

function tooLarge(): ApiError {
  return new ApiError("INVALID_ARGUMENT", "The Yjs document of an editor must not be larger than 10 MiB.");
}

/** Applies the client's update to the state; if that takes long, in a worker thread, which also returns an outline. */
async function exchanged(
  { heavyWork }: WriteCall,
  parts: LoadedParts | undefined,
  { update, stateVector }: SyncInput,
): Promise<OutlinedExchange> {
  requireSpace(parts, update);
  const { update: base = [], entries = [] } = parts ?? {};
  const log = logText(entries);
  const bytes = lengthOf(base) + log.length + (update?.length ?? 0);
  if (!heavyWork.isHeavy(bytes)) {
    const exchange = exchangeIfQuick({ base: base.join(""), log, update, stateVector });
    if (exchange) return { exchange };
  }
  return heavyWork.run<OutlinedExchange>("exchangeAndOutline", {
    base,
    log,
    ...(update !== undefined && { update }),
    stateVector,
  });
}
