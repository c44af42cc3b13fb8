import { batchesOf } from "#platform/async/parallel";
import { retryOnConflict } from "#platform/async/retry-on-conflict";
import { numberFromBase62, numberToBase62, randomBase62 } from "#platform/crypto/base62";
import type { Context } from "#src/context";
import { splitPath } from "#store/paths";
import type { Cursor, Doc, DocData, Query, Store, StoreReader, Transaction } from "#store/port";

/** The update log of an editor, as the editor's document describes it. Entries are ordered by their ids. */
export type StoredLog = {
  /** Begins the id of each entry. An editor that is deleted and added again gets another one. */
  epoch: string;
  /** Entries up to this id are part of the base. */
  foldedUpTo: string;
  /** Entries up to `upTo` have been part of the base since `at` (ms). */
  deletable?: { upTo: string; at: number };
  /** When entries were last deleted, ms since 1970. */
  trimmedAt?: number;
};

/**
 * How long entries are kept after they were folded, in ms: readers that have read the base before, and followers of the
 * log, still find them.
 */
export const KEPT_AFTER_FOLD = 60_000;

/** Stored form of an entry: an update that waits to be folded into the base. It never changes. */
export interface StoredUpdate extends DocData {
  /** Base64. */
  update: string;
  /** Milliseconds since 1970. */
  at: number;
  /** User id of the writer; omitted for an API key. */
  by?: string;
}

/** Number of digits of the time in an id, and of the random part that distinguishes entries of the same time. */
const TIME_DIGITS = 9;
const RANDOM_DIGITS = 10;
/** Entries per read, and their bytes. */
const PAGE = 200;
const PAGE_BYTES = 4 * 1024 * 1024;

/** Path of the collection of an editor's entries. */
export function updatesOf(editor: string): string {
  return `${editor}/updates`;
}

/** A log without entries. */
export function newLog({ now }: Pick<Context, "now">): StoredLog {
  const epoch = numberToBase62(now(), TIME_DIGITS) + randomBase62(RANDOM_DIGITS);
  return { epoch, foldedUpTo: `${epoch}-` };
}

/** An entry that a transaction adds. */
export interface NewEntry {
  id: string;
  /** Base64. */
  update: string;
}

/** Adds an entry. The transaction must have read the log, so that the entry sorts after those that are folded. */
export function appendUpdate(
  tx: Transaction,
  { now }: Pick<Context, "now">,
  { editor, log }: { editor: string; log: StoredLog },
  { update, by }: { update: string; by?: string | undefined },
): NewEntry {
  const id = nextEntryId(log, now());
  tx.create(`${updatesOf(editor)}/${id}`, {
    update,
    at: now(),
    ...(by !== undefined && { by }),
  } satisfies StoredUpdate);
  return { id, update };
}

function nextEntryId({ epoch, foldedUpTo }: StoredLog, now: number): string {
  const start = epoch.length + 1;
  const folded = numberFromBase62(foldedUpTo.slice(start, start + TIME_DIGITS));
  return `${epoch}-${numberToBase62(Math.max(now, folded + 1), TIME_DIGITS)}${randomBase62(RANDOM_DIGITS)}`;
}

/** Whether an entry belongs to the log and is not part of the base yet. */
export function isUnfolded({ epoch, foldedUpTo }: StoredLog, id: string): boolean {
  return id.startsWith(`${epoch}-`) && id > foldedUpTo;
}

/**
 * Reads the entries that are not part of the base. Must run after the log was read, or in one transaction with that.
 */
export async function readLog(reader: StoreReader, editor: string, log: StoredLog): Promise<Doc<StoredUpdate>[]> {
  const entries: Doc<StoredUpdate>[] = [];
  for await (const page of pagesOfLog(reader, editor, log, { maxBytes: PAGE_BYTES }))
    entries.push(...(page as Doc<StoredUpdate>[]));
  return entries;
}

/** The ids of the same entries, which cost a fraction to read. */
export async function readLogIds(reader: StoreReader, editor: string, log: StoredLog): Promise<string[]> {
  const ids: string[] = [];
  for await (const page of pagesOfLog(reader, editor, log, { select: [] })) ids.push(...page.map(({ id }) => id));
  return ids;
}

async function* pagesOfLog(
  reader: StoreReader,
  editor: string,
  log: StoredLog,
  how: Pick<Query, "select" | "maxBytes">,
): AsyncGenerator<Doc[]> {
  const collection = updatesOf(editor);
  for (let after: Cursor | undefined = [`${collection}/${log.foldedUpTo}`]; after; ) {
    const { docs, cursor }: { docs: Doc[]; cursor?: Cursor } = await reader.query({
      collection,
      after,
      limit: PAGE,
      ...how,
    });
    const own = docs.filter(({ id }) => isUnfolded(log, id));
    yield own;
    after = own.length === docs.length ? cursor : undefined;
  }
}

/** The updates of entries in the form of `StoredState.log`. */
export function logText(entries: readonly Doc<StoredUpdate>[]): string {
  return entries.map(({ data }) => data.update).join(",");
}

/**
 * The log once these entries, all that were read, have been folded into the base.
 * @returns undefined if there is an unread entry among them, which would be lost.
 */
export async function foldedLog(
  tx: Transaction,
  { now }: Pick<Context, "now">,
  { editor, log }: { editor: string; log: StoredLog },
  entries: readonly Pick<Doc, "id">[],
): Promise<StoredLog | undefined> {
  const last = entries.at(-1)?.id;
  if (last === undefined) return log;
  const collection = updatesOf(editor);
  const after = [`${collection}/${log.foldedUpTo}`];
  const { docs } = await tx.query({ collection, after, select: [], limit: entries.length });
  if (docs.at(-1)?.id !== last) return undefined;
  const deletable = log.deletable ?? { upTo: last, at: now() };
  return { ...log, foldedUpTo: last, deletable };
}

/** Deletes entries of the log up to an id. They must be part of the base. */
export async function deleteFolded(store: Store, editor: string, { epoch }: StoredLog, upTo: string): Promise<void> {
  const collection = updatesOf(editor);
  for (let after: Cursor | undefined = [`${collection}/${epoch}-`]; after; ) {
    const { docs, cursor }: { docs: Doc[]; cursor?: Cursor } = await store.query({
      collection,
      after,
      select: [],
      limit: PAGE,
    });
    const folded = docs.filter(({ id }) => id.startsWith(`${epoch}-`) && id <= upTo);
    if (folded.length > 0) await store.commit(folded.map(({ path }) => ({ op: "delete", path })));
    after = folded.length === docs.length ? cursor : undefined;
  }
}

/**
 * Deletes at once all entries that are part of the base: an earlier reader may miss them, and then reads the base
 * again.
 */
export async function forgetFolded(store: Store, editor: string): Promise<void> {
  const log = (await store.get(editor))?.data.log as StoredLog | undefined;
  if (log) await deleteFolded(store, editor, log, log.foldedUpTo);
}

/** Deletes the entries of all logs except the editor's current one. */
export async function trimLog(store: Store, editor: string): Promise<void> {
  const collection = updatesOf(editor);
  let after: Cursor | undefined;
  do {
    const { docs, cursor }: { docs: Doc[]; cursor?: Cursor } = await store.query({
      collection,
      select: [],
      limit: PAGE,
      ...(after && { after }),
    });
    for (const batch of batchesOf(docs, PAGE)) await retryOnConflict(() => trimEntries(store, editor, batch));
    after = cursor;
  } while (after);
}

/** Deletes entries in a transaction that also reads the editor, which may have been added again. */
function trimEntries(store: Store, editor: string, entries: readonly Doc[]): Promise<void> {
  return store.transact(async (tx) => {
    const log = (await tx.get(editor))?.data.log as StoredLog | undefined;
    for (const { path } of entries) if (!log || !splitPath(path).id.startsWith(`${log.epoch}-`)) tx.delete(path);
  });
}
