import { readSubscriptions, untilSubscriptionsVisible, writeSubscription } from "#domain/events/store/subscriptions";
import type { WriteCall } from "#src/call";
import { deliverLater, wakeDeliveries } from "./deliver-later.ts";
import type { StoredEndpoint } from "./endpoints.ts";
import { loadManagedEndpoint } from "./require-webhooks.ts";

/**
 * Changes an endpoint, or deletes it if `change` returns undefined, and updates its subscription for all later events.
 * Cancels the pending deliveries of a disabled or deleted endpoint.
 * @throws ApiError NOT_FOUND when the endpoint does not exist; FAILED_PRECONDITION when advanced webhooks are off.
 */
export async function changeEndpoint<Changed extends StoredEndpoint | undefined>(
  call: WriteCall,
  endpointId: string,
  change: (endpoint: StoredEndpoint) => Changed,
): Promise<Changed> {
  const { apiKeyId } = call.apiKey;
  const { changed, wakes } = await call.store.transact(async (tx) => {
    const [endpoint, subscriptions, wake] = await Promise.all([
      loadManagedEndpoint(tx, call, endpointId),
      readSubscriptions(tx, apiKeyId),
      deliverLater(tx, call, apiKeyId, [endpointId]),
    ]);
    const changed = change(endpoint.data);
    if (changed) tx.set(endpoint.path, changed);
    else tx.delete(endpoint.path);
    writeSubscription(tx, apiKeyId, subscriptions, { id: endpointId, data: changed });
    const isOff = !changed || (changed.disabled && !endpoint.data.disabled);
    return { changed, wakes: isOff ? [wake(endpointId)] : [] };
  });
  await wakeDeliveries(call, wakes);
  if (changed && !changed.disabled) await untilSubscriptionsVisible(call);
  return changed;
}
