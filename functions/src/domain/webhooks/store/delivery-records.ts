import { startAll } from "#domain/events/store/change";
import { writeEvents } from "#domain/events/store/outbox";
import { readSubscriptions } from "#domain/events/store/subscriptions";
import { KEPT } from "#domain/retention/store/retention";
import type { Outcome } from "#domain/webhooks/delivery-outcome";
import { apiKeyPath } from "#domain/workspaces/store/api-keys";
import { retryOnConflict } from "#platform/async/retry-on-conflict";
import { ApiError } from "#platform/error";
import type { Context, ReadContext } from "#src/context";
import { type Doc, type Patch, REMOVE, type Transaction } from "#store/port";
import { waitingFor } from "./delivery-slots.ts";
import { type Attempt, type DeliveryStatus, messagePath, type StoredDelivery, type StoredMessage } from "./messages.ts";

/** The newest attempts keep their responses; older ones keep only their status. */
const RESPONSES_KEPT = 10;
const CANCEL_PAGE = 200;

/**
 * Records an attempt and its outcome. If a resend or the disabling of its endpoint has changed the delivery meanwhile,
 * the delivery keeps that change and the attempt is only added to its log.
 */
export async function recordAttempt(
  context: Context,
  apiKeyId: string,
  delivery: Doc<StoredDelivery>,
  attempt: Attempt | undefined,
  outcome: Outcome,
): Promise<void> {
  if (outcome.status !== "failed" && (await recordUnchanged(context, delivery, attempt, outcome))) return;
  const tasks = await retryOnConflict(() =>
    context.store.transact(async (tx) => {
      const [subscriptions, current] = await Promise.all([
        outcome.status === "failed" ? readSubscriptions(tx, apiKeyId) : [],
        tx.get<StoredDelivery>(delivery.path),
      ]);
      if (!current) return [];
      const isUnchanged = current.version === delivery.version;
      tx.update(delivery.path, {
        ...logPatch(current.data, attempt),
        ...(isUnchanged && outcomePatch(delivery.data, outcome, context.now())),
      });
      if (!isUnchanged || outcome.status !== "failed") return [];
      return emitExhausted(tx, context, apiKeyId, delivery, subscriptions);
    }),
  );
  await startAll(context, tasks);
}

/** Records with a single write, which suffices if the delivery has not changed meanwhile. @returns false if it has. */
async function recordUnchanged(
  { store, now }: Context,
  { path, version, data: delivery }: Doc<StoredDelivery>,
  attempt: Attempt | undefined,
  outcome: Outcome,
): Promise<boolean> {
  const data = { ...logPatch(delivery, attempt), ...outcomePatch(delivery, outcome, now()) };
  try {
    await store.commit([{ op: "update", path, data, precondition: { version } }]);
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.code === "FAILED_PRECONDITION") return false;
    throw error;
  }
}

function logPatch({ log }: StoredDelivery, attempt: Attempt | undefined): Patch {
  if (!attempt) return {};
  const earlier = JSON.parse(log) as Attempt[];
  const trimmed = earlier.map((one, i) => {
    const { response: _dropped, ...rest } = one;
    return i < earlier.length - RESPONSES_KEPT + 1 ? rest : one;
  });
  return { log: JSON.stringify([...trimmed, attempt]) };
}

function outcomePatch({ attempts }: StoredDelivery, outcome: Outcome, now: number): Patch {
  const attemptPatch = { attempts: attempts + 1 };
  if (outcome.status === "pending") return { ...attemptPatch, nextAt: outcome.dueAt };
  return { ...attemptPatch, ...endPatch(outcome.status === "gone" ? "canceled" : outcome.status, now) };
}

/** The patch that ends a delivery, whose record expires 30 days later. */
function endPatch(status: DeliveryStatus, now: number): Patch {
  return { status, nextAt: REMOVE, deleteAt: new Date(now + KEPT) };
}

/** Emits that the last attempt failed, but not for operational messages, which would emit further ones endlessly. */
function emitExhausted(
  tx: Transaction,
  context: Context,
  apiKeyId: string,
  { id, data: { eventType, endpointId, messageId, attempts } }: Doc<StoredDelivery>,
  subscriptions: Parameters<typeof writeEvents>[3],
) {
  if (eventType === "message.attempt.exhausted" || eventType === "webhook.endpoint_disabled") return [];
  const data = { deliveryId: id, messageId, endpointId, eventType, attempts: attempts + 1 };
  return writeEvents(tx, context, apiKeyId, subscriptions, [{ type: "message.attempt.exhausted", data }]);
}

/** Cancels all pending deliveries of a disabled or deleted endpoint, in pages. */
export async function cancelWaiting(context: Context, apiKeyId: string, endpointId: string): Promise<void> {
  for (;;) {
    const count = await retryOnConflict(() =>
      context.store.transact(async (tx) => {
        const query = { ...waitingFor(apiKeyPath(apiKeyId), endpointId), limit: CANCEL_PAGE };
        const { docs } = await tx.query<StoredDelivery>(query);
        for (const { path } of docs) tx.update(path, endPatch("canceled", context.now()));
        return docs.length;
      }),
    );
    if (count < CANCEL_PAGE) return;
  }
}

/** Reads the message of a delivery; undefined when it has been deleted. */
export function readMessage(context: Pick<ReadContext, "store">, apiKeyId: string, messageId: string) {
  return context.store.get<StoredMessage>(messagePath(apiKeyPath(apiKeyId), messageId));
}
