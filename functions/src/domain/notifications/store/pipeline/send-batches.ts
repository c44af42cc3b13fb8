import { startAll } from "#domain/events/store/change";
import { withoutNotices } from "#domain/notifications/batch";
import { organizationPath } from "#domain/organizations/store/organizations";
import type { BackgroundSteps } from "#platform/async/background-steps";
import { retryOnConflict } from "#platform/async/retry-on-conflict";
import { countFitting } from "#platform/count-fitting";
import type { WriteCall } from "#src/call";
import type { Doc, Transaction } from "#store/port";
import { type Digest, deliverDigests, readForDelivery } from "../notice-delivery.ts";
import { type DecidedNotice, decideNotices } from "../notice-facts.ts";
import { noticePath, type StoredNotice } from "../notices.ts";
import { batchPathOf, type StoredBatch, writeBatch } from "./batches.ts";
import { readClosed } from "./due.ts";
import { dropAll, isReady, putOff, stillWaiting } from "./waiting-notices.ts";

/**
 * Maximum numbers of batches and notices per transaction: each takes up to four writes, and a commit has at most 500.
 */
const BATCHES_AT_ONCE = 20;
const NOTICES_AT_ONCE = 100;

/**
 * Sends the next batches that have closed.
 * @param steps determines the number of notices per transaction.
 * @returns whether there were any.
 */
export async function sendBatches(call: WriteCall, organizationId: string, steps: BackgroundSteps): Promise<boolean> {
  const organization = organizationPath(call, organizationId);
  const docs = await readClosed(call, organization, BATCHES_AT_ONCE);
  const most = Math.min(steps.size, NOTICES_AT_ONCE);
  const batches = docs.slice(
    0,
    countFitting(docs, ({ data }) => data.notificationIds.length, most),
  );
  if (batches.length === 0) return false;
  const paths = batches.flatMap(({ data }) =>
    data.notificationIds.map((id) => noticePath(organization, data.userId, id)),
  );
  const notices = await call.store.getMany<StoredNotice>([...new Set(paths)]);
  const waiting = notices.filter((doc) => doc?.data.state === "batched") as Doc<StoredNotice>[];
  const { decided } = await decideNotices(call, organizationId, waiting);
  await steps.interrupt();
  const write = () => call.store.transact((tx) => send(tx, call, organizationId, batches, decided));
  await startAll(call, await retryOnConflict(write));
  await steps.next();
  return true;
}

async function send(
  tx: Transaction,
  call: WriteCall,
  organizationId: string,
  closed: readonly Doc<StoredBatch>[],
  decided: readonly DecidedNotice[],
) {
  const organization = organizationPath(call, organizationId);
  const { open, moving } = await stillWaiting(tx, decided);
  const ready = open.filter(isReady);
  const gone = new Set(closed.flatMap(({ data }) => data.notificationIds));
  const others = open.flatMap(({ doc }) => (doc.data.batches ?? []).map((id) => batchPathOf(organization, id)));
  const paths = [...new Set([...closed.map(({ path }) => path), ...others])];
  const [batches, reads] = await Promise.all([
    tx.getMany<StoredBatch>(paths),
    readForDelivery(tx, call, organizationId, ready),
  ]);
  putOff(tx, call, moving);
  for (const doc of batches) if (doc) writeBatch(tx, doc.path, withoutNotices(doc.data, gone));
  dropAll(tx, call, open);
  const byUser = Map.groupBy(ready, ({ doc }) => doc.data.userId);
  const digests = Array.from(byUser, ([userId, notices]): Digest => ({ userId, notices }));
  return deliverDigests(tx, call, organizationId, digests, reads);
}
