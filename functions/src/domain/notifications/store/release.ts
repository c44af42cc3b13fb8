import { startAll } from "#domain/events/store/change";
import { addToBatch, type Batch, closedBy, isFull, withoutNotices } from "#domain/notifications/batch";
import { batchesOf as batchSettingsOf, type NoticeSettings } from "#domain/notifications/notice-settings";
import { organizationPath } from "#domain/organizations/store/organizations";
import { retryOnConflict } from "#platform/async/retry-on-conflict";
import type { WriteCall } from "#src/call";
import { decodeId, splitPath } from "#store/paths";
import { type Doc, REMOVE, type StoreReader, type Transaction } from "#store/port";
import { batchPath, batchPathOf, noticeBatchesOf, type StoredBatch, writeBatch } from "./batches.ts";
import { type Digest, deliverDigests, type ReadyNotice, readForDelivery } from "./notice-delivery.ts";
import { type DecidedNotice, decideNotices } from "./notice-facts.ts";
import { ended, noticePath, noticesOf, type StoredNotice } from "./notices.ts";

/** Notices of one transaction: each takes up to four writes. */
const NOTICES_AT_ONCE = 100;
/** Pause before a notice of a document that migrates is looked at again, in ms. */
const MIGRATION_PAUSE = 5000;

/** Decides the next notices whose time has come. @returns whether there were any. */
export async function releaseHeld(call: WriteCall, organizationId: string): Promise<boolean> {
  const organization = organizationPath(call, organizationId);
  const { docs } = await call.store.query<StoredNotice>({
    ...heldUntil(organization, call.now()),
    limit: NOTICES_AT_ONCE,
  });
  if (docs.length === 0) return false;
  const { settings, decided } = await decideNotices(call, organizationId, docs);
  const write = () => call.store.transact((tx) => release(tx, call, organizationId, settings, decided));
  await startAll(call, await retryOnConflict(write));
  return true;
}

/** Sends the next batches that have closed. @returns whether there were any. */
export async function sendBatches(call: WriteCall, organizationId: string): Promise<boolean> {
  const organization = organizationPath(call, organizationId);
  const { docs } = await call.store.query<StoredBatch>({ ...closedUntil(organization, call.now()), limit: 20 });
  const batches = docs.slice(0, fitting(docs));
  if (batches.length === 0) return false;
  const paths = batches.flatMap(({ data }) =>
    data.notificationIds.map((id) => noticePath(organization, data.userId, id)),
  );
  const notices = await call.store.getMany<StoredNotice>([...new Set(paths)]);
  const waiting = notices.filter((doc) => doc?.data.state === "batched") as Doc<StoredNotice>[];
  const { decided } = await decideNotices(call, organizationId, waiting);
  const write = () => call.store.transact((tx) => send(tx, call, organizationId, batches, decided));
  await startAll(call, await retryOnConflict(write));
  return true;
}

/** When the next notice or batch of an organization is due, in ms since 1970; undefined: there is none. */
export async function nextRelease(reader: StoreReader, organization: string): Promise<number | undefined> {
  const [held, batches] = await Promise.all([
    reader.query<StoredNotice>({ ...heldUntil(organization), limit: 1 }),
    reader.query<StoredBatch>({ ...closedUntil(organization), limit: 1 }),
  ]);
  const times = [held.docs[0]?.data.heldUntil, batches.docs[0]?.data.closesAt].filter((at) => at !== undefined);
  return times.length > 0 ? Math.min(...times) : undefined;
}

function heldUntil(organization: string, until?: number) {
  return dueIn(noticesOf(organization), "heldUntil", until);
}

function closedUntil(organization: string, until?: number) {
  return dueIn(noticeBatchesOf(organization), "closesAt", until);
}

function dueIn(collection: string, field: string, until: number | undefined) {
  const where = until === undefined ? [] : [{ field, op: "<=" as const, value: until }];
  return { collection, where, orderBy: [{ field, direction: "asc" as const }] };
}

/** Drops, batches or delivers notices that were held. Another run may have done it: then nothing is left to do. */
async function release(
  tx: Transaction,
  call: WriteCall,
  organizationId: string,
  settings: NoticeSettings,
  decided: readonly DecidedNotice[],
) {
  const organization = organizationPath(call, organizationId);
  const { open, moving } = await stillWaiting(tx, decided, "held");
  const ready = open.filter(isReady);
  const windows = batchSettingsOf(settings);
  const isBatched = windows.document !== undefined || windows.user !== undefined;
  const batches = isBatched
    ? await readBatches(tx, organization, ready, windows)
    : new Map<string, Batch | undefined>();
  const reads = await readForDelivery(tx, call, organizationId, isBatched ? [] : ready);
  putOff(tx, call, moving);
  dropAll(tx, call, open);
  if (!isBatched) {
    const digests = ready.map((notice): Digest => ({ userId: notice.doc.data.userId, notices: [notice] }));
    return deliverDigests(tx, call, organizationId, digests, reads);
  }
  for (const { doc } of ready) {
    const { userId, documentId } = doc.data;
    const paths = batchPathsOf(organization, userId, documentId, windows);
    const full = paths.filter(([path, window]) => isFull(batches.get(path), window));
    for (const [path] of full) batches.set(path, closedBy(batches.get(path), call.now()));
    // It stays held until the full batch has been sent, so that no batch holds more than it may.
    if (full.length > 0) continue;
    for (const [path, window] of paths) batches.set(path, addToBatch(batches.get(path), doc.data, window, call.now()));
    const closing = paths.map(([path]) => batches.get(path)?.closesAt ?? 0);
    const ids = paths.map(([path]) => idOf(path));
    const waits = { state: "batched", batches: ids, batchedUntil: Math.min(...closing) };
    tx.update(doc.path, { ...waits, heldUntil: REMOVE, changedAt: call.now() });
  }
  for (const [path, batch] of batches) writeBatch(tx, path, batch);
  return [];
}

async function send(
  tx: Transaction,
  call: WriteCall,
  organizationId: string,
  closed: readonly Doc<StoredBatch>[],
  decided: readonly DecidedNotice[],
) {
  const organization = organizationPath(call, organizationId);
  const { open, moving } = await stillWaiting(tx, decided, "batched");
  const ready = open.filter(isReady);
  const gone = new Set(closed.flatMap(({ data }) => data.notificationIds));
  const others = new Set(
    open.flatMap(({ doc }) => (doc.data.batches ?? []).map((id) => batchPathOf(organization, id))),
  );
  const paths = [...new Set([...closed.map(({ path }) => path), ...others])];
  const [stored, reads] = await Promise.all([
    tx.getMany<StoredBatch>(paths),
    readForDelivery(tx, call, organizationId, ready),
  ]);
  putOff(tx, call, moving);
  for (const doc of stored) if (doc) writeBatch(tx, doc.path, withoutNotices(doc.data, gone));
  dropAll(tx, call, open);
  const byUser = Map.groupBy(ready, ({ doc }) => doc.data.userId);
  const digests = Array.from(byUser, ([userId, notices]): Digest => ({ userId, notices }));
  return deliverDigests(tx, call, organizationId, digests, reads);
}

/** The notices that wait as they did when they were decided, apart from those of documents that migrate. */
async function stillWaiting(tx: Transaction, decided: readonly DecidedNotice[], state: StoredNotice["state"]) {
  const documents = [...new Set(decided.flatMap(({ source }) => source?.document?.path ?? []))];
  const [docs, current] = await Promise.all([
    tx.getMany<StoredNotice>(decided.map(({ doc }) => doc.path)),
    tx.getMany(documents),
  ]);
  const migrating = new Set(current.flatMap((doc) => (doc?.data.migrating ? [doc.path] : [])));
  const waiting = decided.filter((_, i) => docs[i]?.data.state === state);
  const isMoving = ({ source }: DecidedNotice) => source?.document !== undefined && migrating.has(source.document.path);
  return { open: waiting.filter((one) => !isMoving(one)), moving: waiting.filter(isMoving) };
}

/** Nothing beside a document changes while it migrates. */
function putOff(tx: Transaction, { now }: WriteCall, notices: readonly DecidedNotice[]): void {
  for (const { doc } of notices) tx.update(doc.path, { state: "held", heldUntil: now() + MIGRATION_PAUSE });
}

function isReady(notice: DecidedNotice): notice is ReadyNotice {
  return "channels" in notice.decision && notice.source !== undefined;
}

function dropAll(tx: Transaction, { now }: WriteCall, notices: readonly DecidedNotice[]): void {
  for (const { doc, decision } of notices)
    if ("dropped" in decision) tx.update(doc.path, ended({ state: "dropped", why: decision.dropped }, now()));
}

type Windows = ReturnType<typeof batchSettingsOf>;

function batchPathsOf(organization: string, userId: string, documentId: string, { document, user }: Windows) {
  return [
    ...(document ? [[batchPath(organization, userId, documentId), document] as const] : []),
    ...(user ? [[batchPath(organization, userId), user] as const] : []),
  ];
}

async function readBatches(tx: Transaction, organization: string, ready: readonly ReadyNotice[], windows: Windows) {
  const paths = new Set(
    ready.flatMap(({ doc: { data } }) =>
      batchPathsOf(organization, data.userId, data.documentId, windows).map(([path]) => path),
    ),
  );
  const docs = await tx.getMany<StoredBatch>([...paths]);
  return new Map<string, Batch | undefined>([...paths].map((path, i) => [path, docs[i]?.data]));
}

function idOf(path: string): string {
  return decodeId(splitPath(path).id);
}

/** How many batches one transaction can send: at least one. */
function fitting(docs: readonly Doc<StoredBatch>[]): number {
  let notices = 0;
  const fits = docs.findIndex(({ data }, i) => {
    notices += data.notificationIds.length;
    return i > 0 && notices > NOTICES_AT_ONCE;
  });
  return fits === -1 ? docs.length : fits;
}
