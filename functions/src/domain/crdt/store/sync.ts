import { refuseOtherKind } from "#domain/crdt/content";
import type { CrdtType } from "#domain/crdt/crdt";
import { type Exchange, exchangeUpdates } from "#domain/crdt/yjs-state";
import { type Emit, transactChange } from "#domain/events/store/change";
import { ApiError } from "#platform/error";
import type { DeclaredTask } from "#queue/declare-job";
import type { WriteCall } from "#src/call";
import type { Doc, Transaction } from "#store/port";
import {
  type EditorPlace,
  editorPath,
  readEditors,
  readEditorsForChange,
  type StoredCrdt,
  toInline,
} from "./editors.ts";
import { foldPromised, foldSoon } from "./folding.ts";
import { addFromUpdate, addLargeUpdate, newFromUpdate } from "./live-changes.ts";
import { type LoadedParts, loadParts } from "./loading.ts";
import { tell } from "./replacement.ts";
import { appendUpdate, logText, newLog } from "./update-log.ts";

/** Largest state in base64, the log included: 14 MiB, which hold 10.5 MiB. */
const MAX_STATE = 14 * 1024 * 1024;
/** Largest entry of the log, in base64. */
const MAX_ENTRY = 512 * 1024;

/** What a client sends. Base64. */
export interface SyncInput {
  stateVector?: string | undefined;
  update?: string | undefined;
  /** For an editor that does not exist yet; else they must be those of the editor. */
  type?: CrdtType | undefined;
  contentKey?: string | undefined;
}

type Synced = Pick<Exchange, "update" | "stateVector">;

/**
 * Stores what a client has and returns what it lacks. An editor that does not exist is made.
 * @throws ApiError NOT_FOUND, INVALID_ARGUMENT, ABORTED
 */
export async function syncCrdt(call: WriteCall, place: EditorPlace, input: SyncInput): Promise<Synced> {
  const { update, stateVector } = await exchangeIn(call, place, input);
  return { update, stateVector };
}

async function exchangeIn(call: WriteCall, place: EditorPlace, input: SyncInput): Promise<Exchange> {
  if (input.update === undefined) return pull(call, place, input);
  return push(call, place, input, input.update);
}

async function pull(call: WriteCall, place: EditorPlace, input: SyncInput): Promise<Exchange> {
  const [found] = await readEditors(call.store, call, place, [editorPath(call, place)]);
  if (found) refuseOtherType(found.data, input);
  return exchanged(call, found && (await loadParts(call.store, found, { content: false, update: true })), input);
}

async function push(call: WriteCall, place: EditorPlace, input: SyncInput, update: string): Promise<Exchange> {
  const { exchange, task, large } = await transactChange<Pushed>(call, async (tx, { emit }) => {
    const [found] = await readEditorsForChange(tx, call, place, [editorPath(call, place)]);
    return found
      ? append(tx, call, { found, place }, { ...input, update })
      : add(tx, call, place, { ...input, update }, emit);
  });
  if (task) {
    foldPromised(call, task);
    await call.queue.start(task);
  }
  await large?.();
  return exchange;
}

/** What a transaction has done, and what is left to do. */
interface Pushed {
  exchange: Exchange;
  /** Folds the log. */
  task?: DeclaredTask | undefined;
  /** Writes what is too large for the transaction. */
  large?: () => Promise<void>;
}

type Push = SyncInput & { update: string };

/** Makes an editor out of its first update. */
async function add(tx: Transaction, call: WriteCall, place: EditorPlace, input: Push, emit: Emit): Promise<Pushed> {
  const { type = "text", contentKey = "content", update } = input;
  const exchange = await exchanged(call, undefined, input);
  const first = { type, contentKey, update };
  const next = await newFromUpdate(call, first);
  const inline = toInline(call, next);
  if (!inline) return { exchange, large: () => addFromUpdate(call, place, first) };
  tx.create(editorPath(call, place), inline);
  tell(emit, place, { event: "crdt.add" }, inline, next);
  return { exchange };
}

/** Appends an update to the log of an editor. Nothing that other writers of updates change is read in the transaction. */
async function append(
  tx: Transaction,
  call: WriteCall,
  { found, place }: { found: Doc<StoredCrdt>; place: EditorPlace },
  input: Push,
): Promise<Pushed> {
  refuseOtherType(found.data, input);
  const parts = await loadParts(call.store, found, { content: false, update: true });
  const exchange = await exchanged(call, parts, input);
  const { added } = exchange;
  if (added === undefined) return { exchange };
  requireSpace(parts, input.update);
  if (added.length > MAX_ENTRY) return { exchange, large: () => addLargeUpdate(call, place, added) };
  const { path, data } = found;
  const log = data.log ?? newLog(call);
  if (!data.log) tx.update(path, { log });
  appendUpdate(tx, call, { editor: path, log }, { update: added, by: call.user?.userId });
  return { exchange, task: foldSoon(tx, call, path) };
}

/** @throws ApiError INVALID_ARGUMENT */
function refuseOtherType(stored: StoredCrdt, { type = stored.type, contentKey }: SyncInput): void {
  refuseOtherKind(stored, { type, contentKey });
}

function requireSpace(parts: LoadedParts | undefined, update: string): void {
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
