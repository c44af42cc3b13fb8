import { readSubscriptions, writeSubscription } from "#domain/events/store/subscriptions";
import type { WriteCall } from "#src/call";
import { deliverLater, wakeDeliveries } from "./deliver-later.ts";
import { loadEndpoint, type StoredEndpoint } from "./endpoints.ts";
import { requireWebhooks } from "./require-webhooks.ts";

/**
 * Replaces an endpoint by what `change` makes of it, or deletes it where that is nothing. Events follow it from the next
 * write on; what waits for an endpoint that takes nothing any more is canceled at once.
 * @throws ApiError NOT_FOUND when there is none; FAILED_PRECONDITION when advanced webhooks are off.
 */
export async function changeEndpoint<Changed extends StoredEndpoint | undefined>(
  call: WriteCall,
  endpointId: string,
  change: (stored: StoredEndpoint) => Changed,
): Promise<Changed> {
  const { apiKeyId } = call.apiKey;
  const { changed, wakes } = await call.store.transact(async (tx) => {
    const [found, subscriptions, wake] = await Promise.all([
      loadEndpoint(tx, apiKeyId, endpointId),
      readSubscriptions(tx, apiKeyId),
      deliverLater(tx, call, apiKeyId, [endpointId]),
      requireWebhooks(tx, call),
    ]);
    const changed = change(found.data);
    if (changed) tx.set(found.path, changed);
    else tx.delete(found.path);
    writeSubscription(tx, apiKeyId, subscriptions, { id: endpointId, data: changed });
    const takesNothing = !changed || (changed.disabled && !found.data.disabled);
    return { changed, wakes: takesNothing ? [wake(endpointId)] : [] };
  });
  wakeDeliveries(call, wakes);
  return changed;
}
