import { refuseOtherKind } from "#domain/crdt/content";
import type { CrdtType } from "#domain/crdt/crdt";
import { type Exchange, exchangeUpdates } from "#domain/crdt/yjs-state";
import { ApiError } from "#platform/error";
import type { WriteCall } from "#src/call";
import type { Doc } from "#store/port";
import { type EditorPlace, editorPath, readEditors, type StoredCrdt } from "./editors.ts";
import { type LoadedParts, loadParts } from "./loading.ts";
import { storeUpdate } from "./storing.ts";
import { logText } from "./update-log.ts";

/** Largest state in base64, the log included: 14 MiB, which hold 10.5 MiB. */
const MAX_STATE = 14 * 1024 * 1024;

/** What a client sends. Base64. */
export interface SyncInput {
  stateVector?: string | undefined;
  update?: string | undefined;
  /** For an editor that does not exist yet; else they must be those of the editor. */
  type?: CrdtType | undefined;
  contentKey?: string | undefined;
}

/**
 * Stores what a client has and returns what it lacks. An editor that does not exist is made.
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
  const [found] = await readEditors(call.store, call, place, [editorPath(call, place)]);
  return exchangeWith(call, found, input);
}

async function push(call: WriteCall, place: EditorPlace, input: SyncInput & { update: string }): Promise<Exchange> {
  const { type = "text", contentKey = "content", update } = input;
  let exchange: Exchange | undefined;
  await storeUpdate(call, place, { type, contentKey, update }, async (found) => {
    exchange = await exchangeWith(call, found, input);
    return exchange.added;
  });
  // Asked for in each run of the transaction.
  return exchange as unknown as Exchange;
}

async function exchangeWith(call: WriteCall, found: Doc<StoredCrdt> | undefined, input: SyncInput): Promise<Exchange> {
  if (!found) return exchanged(call, undefined, input);
  refuseOtherType(found.data, input);
  const parts = await loadParts(call.store, found, { content: false, update: true });
  requireSpace(parts, input.update);
  return exchanged(call, parts, input);
}

/** @throws ApiError INVALID_ARGUMENT */
function refuseOtherType(stored: StoredCrdt, { type = stored.type, contentKey }: SyncInput): void {
  refuseOtherKind(stored, { type, contentKey });
}

function requireSpace(parts: LoadedParts | undefined, update = ""): void {
  const { update: base = [], entries = [] } = parts ?? {};
  const size = [...base, logText(entries), update].reduce((sum, { length }) => sum + length, 0);
  if (size > MAX_STATE)
    throw new ApiError("INVALID_ARGUMENT", "The Yjs document of an editor must not be larger than 10 MiB.");
}

/** Applies the client's update to the state, in a worker thread where that takes long. */
async function exchanged(
  { heavyWork }: WriteCall,
  parts: LoadedParts | undefined,
  { update, stateVector }: SyncInput,
): Promise<Exchange> {
  const { update: base = [], entries = [] } = parts ?? {};
  const log = logText(entries);
  const bytes = base.reduce((sum, { length }) => sum + length, log.length + (update?.length ?? 0));
  if (heavyWork.isHeavy(bytes))
    return heavyWork.run<Exchange>("exchangeUpdates", {
      base,
      log,
      ...(update !== undefined && { update }),
      stateVector,
    });
  return exchangeUpdates({ base: base.join(""), log, update, stateVector });
}
