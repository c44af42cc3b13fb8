import { LRUCache } from "lru-cache";
import { foldLog } from "#domain/crdt/jobs";
import { startAll } from "#domain/events/store/change";
import { numberFromBase62 } from "#platform/crypto/base62";
import { shortHash } from "#platform/crypto/short-hash";
import { ApiError } from "#platform/error";
import type { DeclaredTask } from "#queue/declare-job";
import type { WriteCall } from "#src/call";
import { type Context, processPart } from "#src/context";
import { decodeId, splitPath } from "#store/paths";
import type { Cursor, Transaction } from "#store/port";
import type { StoredCrdt } from "./editors.ts";
import { foldCrdt } from "./live-changes.ts";
import { loadToFold } from "./loading-to-fold.ts";
import { deleteFolded, KEPT_AFTER_FOLD, type StoredLog } from "./update-log.ts";

/** Default delay between two events of an editor that is edited live, in ms. */
const DEFAULT_EVENT_DELAY = 5000;
/** Number of digits of an editor's hash that determine its offset within the delay. */
const SHIFT_DIGITS = 6;
/** Maximum number of editors whose next task is remembered. */
const MAX_EDITORS = 10_000;
/** Delay before a fold that a migration refused is tried again, in ms. */
const MIGRATION_PAUSE = 5000;
/** Number of tasks that are scheduled in one transaction. */
const FOLDS_AT_ONCE = 100;

/** When the next task of each editor is due, if this process has scheduled it. */
const dueTimes = processPart(() => new LRUCache<string, number>({ max: MAX_EDITORS }));

/** Folds the log of the editor at a path and emits an event for the change. @throws ApiError ABORTED */
export async function foldEditor(call: WriteCall, path: string): Promise<void> {
  const editor = await call.store.get<StoredCrdt>(path);
  const snapshot = editor?.data.log && (await loadToFold(call, editor));
  if (!snapshot) return;
  const [, , , organizationId = "", , documentId = "", , editorId = ""] = path.split("/").map(decodeId);
  if (snapshot.entries.length > 0) {
    const isFolded = await foldCrdt(call, { organizationId, documentId, editorId }, snapshot, "crdt.update_data").then(
      () => true,
      (error: unknown) => afterRefusal(call, path, error),
    );
    if (!isFolded) return;
  }
  await deleteOld(call, path);
}

/**
 * Decides what follows a fold that was refused: a document that is deleted or moved takes its editors with it, and one
 * that is being moved can be changed only later.
 */
async function afterRefusal(call: WriteCall, path: string, error: unknown): Promise<false> {
  if (error instanceof ApiError && error.code === "NOT_FOUND") return false;
  const document = splitPath(splitPath(path).collection).collection;
  const isMoving =
    error instanceof ApiError && error.code === "ABORTED" && (await call.store.get(document))?.data.migrating;
  if (!isMoving) throw error;
  const task = taskOf(path, call.now() + MIGRATION_PAUSE);
  await call.store.transact(async (tx) => call.queue.add(tx, task));
  await call.queue.start(task);
  return false;
}

/** Deletes the entries that were folded long enough ago, and schedules a task for the others. */
async function deleteOld(call: WriteCall, path: string): Promise<void> {
  const { log } = (await call.store.get<StoredCrdt>(path))?.data ?? {};
  if (!log?.deletable) return;
  const { upTo, at } = log.deletable;
  const isOld = at + KEPT_AFTER_FOLD <= call.now();
  if (isOld) await deleteFolded(call.store, path, log, upTo);
  const task = taskOf(path, call.now() + KEPT_AFTER_FOLD);
  const isMore = await call.store.transact(async (tx) => {
    const now = (await tx.get<StoredCrdt>(path))?.data.log;
    if (now?.epoch !== log.epoch) return false;
    const isRest = now.foldedUpTo > upTo;
    if (isOld) tx.update(path, { log: trimmedLog(now, isRest, call.now()) });
    if (isRest || !isOld) call.queue.add(tx, task);
    return isRest || !isOld;
  });
  if (isMore) await call.queue.start(task);
}

/** The log after entries were deleted. @param isRest whether folded entries remain. @param now ms since 1970. */
function trimmedLog({ epoch, foldedUpTo }: StoredLog, isRest: boolean, now: number): StoredLog {
  return { epoch, foldedUpTo, trimmedAt: now, ...(isRest && { deletable: { upTo: foldedUpTo, at: now } }) };
}

/**
 * Schedules a task to fold the log, in the transaction that adds an entry. All processes choose the same time for an
 * editor, which keeps its events apart, and other times for other editors, which spreads the work.
 * @returns the task, to be started after the commit; undefined if this process has scheduled it already.
 */
export function scheduleFold(tx: Transaction, call: Context, path: string): DeclaredTask | undefined {
  const due = dueTimes(call);
  const now = call.now();
  const delay = call.settings.crdtEventDelay ?? DEFAULT_EVENT_DELAY;
  const dueAt = due.get(path) ?? 0;
  // A time further ahead than the delay means that the clock was set back.
  if (dueAt > now && dueAt <= now + delay) return undefined;
  const shift = numberFromBase62(shortHash(path).slice(0, SHIFT_DIGITS)) % delay;
  const task = taskOf(path, (Math.floor((now - shift) / delay) + 1) * delay + shift);
  call.queue.add(tx, task);
  return task;
}

/** Remembers a scheduled task once its transaction is committed. */
export function rememberScheduledFold(context: Context, { payload, dueAt = 0 }: DeclaredTask): void {
  dueTimes(context).set(String(payload.editor), dueAt);
}

/** Schedules tasks for the editors of a document that has moved to this path: their earlier tasks name the old path. */
export async function scheduleFoldsOf(context: Context, document: string): Promise<void> {
  let after: Cursor | undefined;
  do {
    const query = { collection: `${document}/crdt`, select: ["log"], limit: FOLDS_AT_ONCE, ...(after && { after }) };
    const { docs, cursor } = await context.store.query<StoredCrdt>(query);
    const tasks = docs.filter(({ data }) => data.log).map(({ path }) => taskOf(path, context.now()));
    await context.store.transact(async (tx) => {
      for (const task of tasks) context.queue.add(tx, task);
    });
    await startAll(context, tasks);
    after = cursor;
  } while (after);
}

function taskOf(path: string, dueAt: number): DeclaredTask {
  return foldLog.task({ id: `fold_${shortHash(path)}`, dueAt }, { editor: path });
}
