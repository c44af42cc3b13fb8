import { startAll } from "#domain/events/store/change";
import { Batching } from "#domain/notifications/batching";
import { windowsOf } from "#domain/notifications/notice-settings";
import { organizationPath } from "#domain/organizations/store/organizations";
import { BackgroundSteps } from "#platform/async/background-steps";
import { retryOnConflict } from "#platform/async/retry-on-conflict";
import type { WriteCall } from "#src/call";
import { type Context, processPart } from "#src/context";
import { foreground } from "#src/foreground";
import { decodeId, splitPath } from "#store/paths";
import { type Doc, REMOVE, type Transaction } from "#store/port";
import { type Digest, deliverDigests, readForDelivery } from "../notice-delivery.ts";
import { type DecidedNotice, decideNotices } from "../notice-facts.ts";
import { readNoticeSettings } from "../notice-settings.ts";
import { byEvent, type StoredNotice } from "../notices.ts";
import { BatchPlaces, readBatches } from "./batch-places.ts";
import { batchPathOf, writeBatch } from "./batches.ts";
import { readHeld } from "./due.ts";
import { dropAll, fitsCommit, isReady, putOff, stillWaiting } from "./waiting-notices.ts";

/**
 * Number of notices that are read together. Many of one person fill whole batches, which are sent without being stored.
 */
const PAGE = 1000;
/** Maximum number of waiting notices that are decided together with the new ones that fill their batches. */
const FILLED_AT_ONCE = 40;

/** Number of notices of a step: the minimum, that of the first step, and the maximum, which is a full commit. */
const SIZES = { least: 2, first: 20, most: 170 };

/** Whether a process has released notices before. */
const pastReleases = processPart(() => ({ areAny: false }));

/** The steps of a release. In a new process the first one is small, because code that has not run yet takes long. */
export function releaseSteps(context: Context): BackgroundSteps {
  const past = pastReleases(context);
  const first = past.areAny ? SIZES.first : SIZES.least;
  past.areAny = true;
  return new BackgroundSteps(foreground(context), { ...SIZES, first });
}

/**
 * Decides the next due notices.
 * @param steps determines the number of notices per transaction.
 * @returns whether there were any.
 */
export async function releaseHeld(call: WriteCall, organizationId: string, steps: BackgroundSteps): Promise<boolean> {
  const organization = organizationPath(call, organizationId);
  const page = (await readHeld(call, organization, PAGE, steps)).sort(byEvent);
  if (page.length === 0) return false;
  const places = new BatchPlaces(organization, windowsOf(await readNoticeSettings(call.store, call)));
  const due = places.areOn ? byUser(page) : page;
  while (due.length > 0) {
    const heldNotices = due.splice(0, steps.size);
    const filled = await places.readFilled(call.store, heldNotices, Math.min(FILLED_AT_ONCE, steps.size));
    const { decided } = await decideNotices(call, organizationId, [...heldNotices, ...filled]);
    await steps.interrupt();
    await releaseDecided(
      call,
      organizationId,
      places,
      decided.slice(0, heldNotices.length),
      decided.slice(heldNotices.length),
    );
    await steps.next();
  }
  return true;
}

/** Releases notices in one transaction, or in several if one would write too much. */
async function releaseDecided(
  call: WriteCall,
  organizationId: string,
  places: BatchPlaces,
  heldNotices: readonly DecidedNotice[],
  filled: readonly DecidedNotice[],
): Promise<void> {
  const decided = [...heldNotices, ...filled];
  if (heldNotices.length > 1 && !fitsCommit(decided)) {
    const half = Math.ceil(heldNotices.length / 2);
    await releaseDecided(call, organizationId, places, heldNotices.slice(0, half), filled);
    return releaseDecided(call, organizationId, places, heldNotices.slice(half), filled);
  }
  const write = () => call.store.transact((tx) => release(tx, call, organizationId, places, decided));
  await startAll(call, await retryOnConflict(write));
}

/** Groups notices by person, in the order of each person's notices. */
function byUser(notices: readonly Doc<StoredNotice>[]): Doc<StoredNotice>[] {
  return [...Map.groupBy(notices, ({ data }) => data.userId).values()].flat();
}

/** Drops, batches or delivers notices. If another run has already done so, nothing is left to do. */
async function release(
  tx: Transaction,
  call: WriteCall,
  organizationId: string,
  places: BatchPlaces,
  decided: readonly DecidedNotice[],
) {
  const { open, moving } = await stillWaiting(tx, decided);
  const heldNotices = open.filter(isHeld);
  const ready = heldNotices.filter(isReady);
  const batching = await readBatching(tx, call, organizationId, places, open);
  // Notices that do not fit stay held until the full batch has been sent, so that no batch exceeds its limit.
  const batched = ready.filter(({ doc }) => batching.add(doc.data, places.of(doc.data)));
  const leaving = places.areOn ? closedOf(batching, open) : ready.map((notice) => [notice]);
  const gone = new Set<DecidedNotice>(leaving.flat());
  const digests = leaving.flatMap(toDigest);
  const outgoing = digests.flatMap(({ notices }) => notices);
  const reads = await readForDelivery(tx, call, organizationId, outgoing);
  putOff(tx, call, moving.filter(isHeld));
  dropAll(tx, call, [...new Set([...heldNotices, ...gone])]);
  for (const notice of batched) if (!gone.has(notice)) putIntoBatches(tx, call, places, batching, notice.doc);
  for (const [path, batch] of batching.changed()) writeBatch(tx, path, batch);
  return deliverDigests(tx, call, organizationId, digests, reads);
}

function isHeld({ doc }: DecidedNotice): boolean {
  return doc.data.state === "held";
}

/** The batches of notices: those to which they belong now, and those in which they wait. */
async function readBatching(
  tx: Transaction,
  call: WriteCall,
  organizationId: string,
  places: BatchPlaces,
  open: readonly DecidedNotice[],
): Promise<Batching> {
  const organization = organizationPath(call, organizationId);
  const paths = open.flatMap(({ doc: { data } }) => [
    ...places.of(data).map(({ id }) => id),
    ...(data.batches ?? []).map((id) => batchPathOf(organization, id)),
  ]);
  const atHand = Map.groupBy(open, ({ doc }) => doc.data.userId);
  const ids = new Map(
    [...atHand].map(([userId, all]) => [userId, new Set(all.map(({ doc }) => doc.data.notificationId))]),
  );
  const batches = await readBatches(tx, new Set(paths));
  return new Batching(batches, (userId, notificationId) => ids.get(userId)?.has(notificationId) ?? false, call.now());
}

/** The notices of the batches to be sent. */
function closedOf({ closed }: Batching, open: readonly DecidedNotice[]): DecidedNotice[][] {
  const keyOf = (userId: string, notificationId: string) => JSON.stringify([userId, notificationId]);
  const byKey = new Map(open.map((notice) => [keyOf(notice.doc.data.userId, notice.doc.data.notificationId), notice]));
  return closed.map(({ userId, notificationIds }) =>
    notificationIds.map((id) => byKey.get(keyOf(userId, id))).filter((notice) => notice !== undefined),
  );
}

function toDigest(notices: readonly DecidedNotice[]): Digest[] {
  const ready = notices.filter(isReady);
  return ready[0] ? [{ userId: ready[0].doc.data.userId, notices: ready }] : [];
}

function putIntoBatches(
  tx: Transaction,
  { now }: WriteCall,
  places: BatchPlaces,
  batching: Batching,
  { path, data }: Doc<StoredNotice>,
): void {
  const paths = places.of(data).map(({ id }) => id);
  const batchedUntil = Math.min(...paths.map((one) => batching.get(one)?.closesAt ?? 0));
  const batches = paths.map((one) => decodeId(splitPath(one).id));
  tx.update(path, { state: "batched", batches, batchedUntil, heldUntil: REMOVE, changedAt: now() });
}
