import * as z from "zod";
import { startAll } from "#domain/events/store/change";
import { recoverDeliveries } from "#domain/webhooks/jobs";
import { apiKeyPath } from "#domain/workspaces/store/api-keys";
import type { WriteCall } from "#src/call";
import type { Context } from "#src/context";
import { notFound, webhookEndpointDisabled } from "#src/errors";
import { type Doc, type Query, REMOVE } from "#store/port";
import { deliverLater, wakeDeliveries } from "./deliver-later.ts";
import { slotOf } from "./delivery-slots.ts";
import { loadEndpoint } from "./endpoints.ts";
import { type Attempt, deliveryPath, type StoredDelivery } from "./messages.ts";
import { loadManagedEndpoint, requireWebhooks } from "./require-webhooks.ts";

/** Status of a delivery. */
export const DeliveryStatus = z.enum(["pending", "succeeded", "failed", "canceled"]);

/** A delivery as returned. Times are ISO 8601 in UTC. */
export const Delivery = z.object({
  deliveryId: z.string(),
  messageId: z.string(),
  endpointId: z.string(),
  eventType: z.string(),
  status: DeliveryStatus,
  createdAt: z.string(),
  /** When the next attempt is due; null if there is none. */
  nextAttemptAt: z.string().nullable(),
  attempts: z.array(
    z.object({
      at: z.string(),
      /** Milliseconds. */
      duration: z.number(),
      /** HTTP status. */
      status: z.number().nullable(),
      error: z.string().nullable(),
      /** The beginning of the response, at most 20,000 bytes. */
      response: z.string(),
    }),
  ),
});

/** The query for the deliveries of an API key or of one endpoint, newest first. */
export function deliveriesQuery(apiKeyId: string, endpointId: string | undefined): Query & { collection: string } {
  const collection = `${apiKeyPath(apiKeyId)}/deliveries`;
  if (endpointId === undefined) return { collection };
  return { collection, where: [{ field: "endpointId", op: "==", value: endpointId }] };
}

/** The delivery as returned. */
export function toDelivery({ id, data }: Doc<StoredDelivery>): z.input<typeof Delivery> {
  const { messageId, endpointId, eventType, status, createdAt, log } = data;
  const dueAt = data.nextAt ?? data.dueAt;
  const attempts = (JSON.parse(log) as Attempt[]).map(
    ({ at, duration, status = null, error = null, response = "" }) => ({
      at: new Date(at).toISOString(),
      duration,
      status,
      error,
      response,
    }),
  );
  return {
    deliveryId: id,
    messageId,
    endpointId,
    eventType,
    status,
    createdAt: new Date(createdAt).toISOString(),
    nextAttemptAt: dueAt === undefined ? null : new Date(dueAt).toISOString(),
    attempts,
  };
}

/** The patch that restarts a delivery. */
export function restartPatch(
  { messageId, endpointId }: StoredDelivery,
  { now, store }: Pick<Context, "now" | "store">,
) {
  const slot = slotOf(messageId, endpointId, store);
  return { status: "pending", attempts: 0, slot, nextAt: now(), deleteAt: REMOVE } as const;
}

/**
 * Resends a delivery at once.
 * @throws ApiError NOT_FOUND when the delivery or its endpoint does not exist; FAILED_PRECONDITION when the endpoint is
 * disabled.
 */
export async function resend(call: WriteCall, deliveryId: string): Promise<void> {
  const { apiKeyId } = call.apiKey;
  const path = deliveryPath(apiKeyPath(apiKeyId), deliveryId);
  const wake = await call.store.transact(async (tx) => {
    const [delivery] = await Promise.all([tx.get<StoredDelivery>(path), requireWebhooks(tx, call)]);
    if (!delivery) throw notFound("delivery");
    const { endpointId } = delivery.data;
    const [endpoint, wakeOf] = await Promise.all([
      loadEndpoint(tx, apiKeyId, endpointId),
      deliverLater(tx, call, apiKeyId, [endpointId]),
    ]);
    if (endpoint.data.disabled) throw webhookEndpointDisabled();
    tx.update(path, restartPatch(delivery.data, call));
    return wakeOf(endpointId);
  });
  await wakeDeliveries(call, [wake]);
}

/**
 * Adds the task that resends the deliveries that an endpoint has missed.
 * @param since ms since 1970.
 * @throws ApiError NOT_FOUND when the endpoint does not exist; FAILED_PRECONDITION when it is disabled.
 */
export async function startRecovery(call: WriteCall, endpointId: string, since: number): Promise<void> {
  const { apiKeyId } = call.apiKey;
  const task = recoverDeliveries.task({ id: call.newId("task") }, { apiKeyId, endpointId, since });
  await call.store.transact(async (tx) => {
    const { data } = await loadManagedEndpoint(tx, call, endpointId);
    if (data.disabled) throw webhookEndpointDisabled();
    call.queue.add(tx, task);
  });
  await startAll(call, [task]);
}
