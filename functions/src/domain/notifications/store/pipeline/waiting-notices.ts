import type { WriteCall } from "#src/call";
import type { Transaction } from "#store/port";
import { MAX_WRITES } from "#store/rules";
import type { ReadyNotice } from "../notice-delivery.ts";
import type { DecidedNotice } from "../notice-facts.ts";
import { ended, type StoredNotice } from "../notices.ts";

/** Delay before a notice of a migrating document is decided again, in ms. */
const MIGRATION_PAUSE = 5000;

/** Notices that still wait as they did when they were decided. */
export interface StillWaiting {
  open: readonly DecidedNotice[];
  /** Those of documents that are being migrated. */
  moving: readonly DecidedNotice[];
}

/** Returns the notices that still wait as they did when they were decided. Another run may have finished the others. */
export async function stillWaiting(tx: Transaction, decided: readonly DecidedNotice[]): Promise<StillWaiting> {
  const documents = [...new Set(decided.flatMap(({ source }) => source?.document?.path ?? []))];
  const [docs, current] = await Promise.all([
    tx.getMany<StoredNotice>(decided.map(({ doc }) => doc.path)),
    tx.getMany(documents),
  ]);
  const migrating = new Set(current.flatMap((doc) => (doc?.data.migrating ? [doc.path] : [])));
  const waiting = decided.filter(({ doc }, i) => docs[i]?.data.state === doc.data.state);
  const isMoving = ({ source }: DecidedNotice) => source?.document !== undefined && migrating.has(source.document.path);
  return { open: waiting.filter((one) => !isMoving(one)), moving: waiting.filter(isMoving) };
}

/** Postpones notices, because dependents of a document must not change while it is migrated. */
export function putOff(tx: Transaction, { now }: WriteCall, notices: readonly DecidedNotice[]): void {
  for (const { doc } of notices) tx.update(doc.path, { state: "held", heldUntil: now() + MIGRATION_PAUSE });
}

/** Number of writes of a transaction besides those of notices and batches: tasks of events. */
const OTHER_WRITES = 20;

/** Whether one transaction can finish all of these notices, each in up to two batches, whatever becomes of them. */
export function fitsCommit(decided: readonly DecidedNotice[]): boolean {
  const ready = decided.filter(isReady);
  const unpublished = ready.filter(({ source }) => source.notification.data.isPending);
  const notifications = new Set(unpublished.map(({ source }) => source.notification.path));
  const messages = ready.reduce((sum, { decision }) => sum + decision.channels.length, 0);
  const places = new Set(decided.flatMap(({ doc: { data } }) => [data.userId, `${data.userId} ${data.documentId}`]));
  return decided.length + notifications.size + messages + places.size + OTHER_WRITES <= MAX_WRITES;
}

/** Whether a notice is to be sent. */
export function isReady(notice: DecidedNotice): notice is ReadyNotice {
  return "channels" in notice.decision && notice.source !== undefined;
}

/** Records why notices are not sent. */
export function dropAll(tx: Transaction, { now }: WriteCall, notices: readonly DecidedNotice[]): void {
  for (const { doc, decision } of notices)
    if ("dropped" in decision) tx.update(doc.path, ended({ state: "dropped", why: decision.dropped }, now()));
}
