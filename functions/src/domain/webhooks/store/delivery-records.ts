import { writeEvents } from "#domain/events/store/outbox";
import { readSubscriptions } from "#domain/events/store/subscriptions";
import { KEPT } from "#domain/retention/store/retention";
import type { Outcome } from "#domain/webhooks/delivery-outcome";
import { apiKeyPath } from "#domain/workspaces/store/api-keys";
import { ApiError } from "#platform/error";
import { retryOnConflict } from "#platform/retry-on-conflict";
import type { Context } from "#src/context";
import { type Doc, type Patch, REMOVE, type Transaction } from "#store/port";
import {
  type Attempt,
  type DeliveryStatus,
  messagePath,
  type StoredDelivery,
  type StoredMessage,
  waitingFor,
} from "./messages.ts";

/** Attempts whose answers are kept in full; of older ones only what came of them. */
const ANSWERS_KEPT = 10;
const CANCEL_PAGE = 200;

/**
 * Records an attempt and what follows from it. A delivery that somebody changed meanwhile, by sending it again or by
 * disabling its endpoint, keeps that change and gets the attempt into its log.
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
      const isOurs = current.version === delivery.version;
      tx.update(delivery.path, {
        ...logged(current.data, attempt),
        ...(isOurs && follows(delivery.data, outcome, context.now())),
      });
      if (!isOurs || outcome.status !== "failed") return [];
      return exhausted(tx, context, apiKeyId, delivery, subscriptions);
    }),
  );
  for (const task of tasks) void context.queue.start(task);
}

/** Nearly always nobody has changed the delivery: then one write does. @returns false when it has been changed. */
async function recordUnchanged(
  { store, now }: Context,
  { path, version, data: delivery }: Doc<StoredDelivery>,
  attempt: Attempt | undefined,
  outcome: Outcome,
): Promise<boolean> {
  const data = { ...logged(delivery, attempt), ...follows(delivery, outcome, now()) };
  try {
    await store.commit([{ op: "update", path, data, precondition: { version } }]);
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.code === "FAILED_PRECONDITION") return false;
    throw error;
  }
}

function logged({ log }: StoredDelivery, attempt: Attempt | undefined): Patch {
  if (!attempt) return {};
  const earlier = JSON.parse(log) as Attempt[];
  const trimmed = earlier.map((one, i) => {
    const { response: _dropped, ...rest } = one;
    return i < earlier.length - ANSWERS_KEPT + 1 ? rest : one;
  });
  return { log: JSON.stringify([...trimmed, attempt]) };
}

function follows({ attempts }: StoredDelivery, outcome: Outcome, now: number): Patch {
  const made = { attempts: attempts + 1 };
  if (outcome.status === "pending") return { ...made, dueAt: outcome.dueAt };
  return { ...made, ...ended(outcome.status === "gone" ? "canceled" : outcome.status, now) };
}

/** What ends a delivery: what is known of it is kept for a while from then on. */
function ended(status: DeliveryStatus, now: number): Patch {
  return { status, dueAt: REMOVE, deleteAt: new Date(now + KEPT) };
}

/** Operational messages do not tell of their own end: that would never end. */
function exhausted(
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

/** Cancels, page by page, all that waits for an endpoint that takes nothing any more. */
export async function cancelWaiting(context: Context, apiKeyId: string, endpointId: string): Promise<void> {
  for (;;) {
    const count = await retryOnConflict(() =>
      context.store.transact(async (tx) => {
        const query = { ...waitingFor(apiKeyPath(apiKeyId), endpointId), limit: CANCEL_PAGE };
        const { docs } = await tx.query<StoredDelivery>(query);
        for (const { path } of docs) tx.update(path, ended("canceled", context.now()));
        return docs.length;
      }),
    );
    if (count < CANCEL_PAGE) return;
  }
}

/** Reads the message of a delivery, unless it has been forgotten. */
export function readMessage(context: Context, apiKeyId: string, messageId: string) {
  return context.store.get<StoredMessage>(messagePath(apiKeyPath(apiKeyId), messageId));
}
