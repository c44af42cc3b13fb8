import { startAll } from "#domain/events/store/change";
import { writeEvents } from "#domain/events/store/outbox";
import { isBasicEndpoint, readSubscriptions, writeSubscription } from "#domain/events/store/subscriptions";
import type { Outcome } from "#domain/webhooks/delivery-outcome";
import { DISABLE_AFTER } from "#domain/webhooks/delivery-schedule";
import { retryOnConflict } from "#platform/async/retry-on-conflict";
import { hideCredentials } from "#platform/shapes/url";
import type { Context } from "#src/context";
import { type Patch, REMOVE } from "#store/port";
import type { DeliveryTarget } from "./delivery-targets.ts";
import { endpointPath, type StoredEndpoint } from "./endpoints.ts";

/** Consecutive failures after which an endpoint gets one call at a time, so that it does not slow down others. */
const MAX_FAILURES = 5;

/** Tracks the health of an endpoint by the outcomes of attempts, and disables the endpoint when it fails for too long. */
export class EndpointWatch {
  readonly #context: Context;
  readonly #apiKeyId: string;
  readonly #endpointId: string;
  #failingSince: number | undefined;
  #failuresInARow = 0;
  /** Whether the endpoint is known to be disabled or deleted. */
  isGone = false;

  constructor(context: Context, apiKeyId: string, endpointId: string) {
    this.#context = context;
    this.#apiKeyId = apiKeyId;
    this.#endpointId = endpointId;
  }

  /** Applies the stored state of the endpoint. */
  setTarget({ failingSince }: DeliveryTarget): void {
    this.#failingSince = failingSince;
    if (failingSince !== undefined) this.#failuresInARow = Math.max(this.#failuresInARow, MAX_FAILURES);
  }

  /** Whether the last attempts have failed, so that calls are limited. */
  get isFailing(): boolean {
    return this.#failuresInARow >= MAX_FAILURES;
  }

  /** Records the outcome of the attempt that began `at`, in ms since 1970. */
  async record({ status }: Outcome, at: number): Promise<void> {
    if (status === "succeeded") {
      this.#failuresInARow = 0;
      if (this.#failingSince !== undefined) await this.#storeFailingSince(undefined);
      return;
    }
    this.#failuresInARow++;
    // The basic webhook has no endpoint record that could be disabled.
    if (isBasicEndpoint(this.#endpointId)) return;
    const hasFailedTooLong = this.#failingSince !== undefined && at - this.#failingSince >= DISABLE_AFTER;
    if (status === "gone" || hasFailedTooLong) {
      const reason = status === "gone" ? "The endpoint answered 410 Gone." : "Every attempt failed for 5 days.";
      this.isGone = true;
      await disableEndpoint(this.#context, this.#apiKeyId, this.#endpointId, reason);
    } else if (this.#failingSince === undefined) await this.#storeFailingSince(at);
  }

  /** Stores since when attempts have failed, unless it is stored already; undefined if they succeed. */
  async #storeFailingSince(since: number | undefined): Promise<void> {
    this.#failingSince = since;
    await retryOnConflict(() =>
      this.#context.store.transact(async (tx) => {
        const path = endpointPath(this.#apiKeyId, this.#endpointId);
        const endpoint = await tx.get<StoredEndpoint>(path);
        const isStored = endpoint?.data.failingSince !== undefined;
        const change: Patch = { failingSince: since ?? REMOVE };
        if (endpoint && isStored === (since === undefined)) tx.update(path, change);
      }),
    );
  }
}

/** Disables an endpoint because of its failures and emits the event (docs/behaviour.md#delivery). */
async function disableEndpoint(context: Context, apiKeyId: string, endpointId: string, reason: string): Promise<void> {
  const tasks = await retryOnConflict(() =>
    context.store.transact(async (tx) => {
      const path = endpointPath(apiKeyId, endpointId);
      const [subscriptions, endpoint] = await Promise.all([
        readSubscriptions(tx, apiKeyId),
        tx.get<StoredEndpoint>(path),
      ]);
      if (!endpoint || endpoint.data.disabled) return [];
      tx.update(path, { disabled: true, disabledReason: reason, failingSince: REMOVE, updatedAt: context.now() });
      writeSubscription(tx, apiKeyId, subscriptions, { id: endpointId });
      const others = subscriptions.filter((subscription) => subscription.endpointId !== endpointId);
      const data = { endpointId, url: hideCredentials(endpoint.data.url), reason };
      return writeEvents(tx, context, apiKeyId, others, [{ type: "webhook.endpoint_disabled", data }]);
    }),
  );
  await startAll(context, tasks);
}
