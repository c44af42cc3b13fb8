import { writeEvents } from "#domain/events/store/outbox";
import { BASIC_ENDPOINT, readSubscriptions, writeSubscription } from "#domain/events/store/subscriptions";
import type { Outcome } from "#domain/webhooks/delivery-outcome";
import { DISABLE_AFTER } from "#domain/webhooks/delivery-schedule";
import { retryOnConflict } from "#platform/retry-on-conflict";
import type { Context } from "#src/context";
import { type Patch, REMOVE } from "#store/port";
import type { DeliveryTarget } from "./delivery-targets.ts";
import { endpointPath, type StoredEndpoint } from "./endpoints.ts";

/** Failures in a row after which an endpoint gets one call at a time, so that it holds nobody else up. */
const STRAIN = 5;

/** What the outcomes of attempts say of the endpoint itself, and what follows from that. */
export class EndpointWatch {
  readonly #context: Context;
  readonly #apiKeyId: string;
  readonly #endpointId: string;
  #failingSince: number | undefined;
  #failuresInARow = 0;
  /** It takes nothing any more. */
  isGone = false;

  constructor(context: Context, apiKeyId: string, endpointId: string) {
    this.#context = context;
    this.#apiKeyId = apiKeyId;
    this.#endpointId = endpointId;
  }

  /** Takes over what is known of the endpoint. */
  see({ failingSince }: DeliveryTarget): void {
    this.#failingSince = failingSince;
    if (failingSince !== undefined) this.#failuresInARow = Math.max(this.#failuresInARow, STRAIN);
  }

  /** Whether it is to be spared: its last attempts have failed. */
  get isStrained(): boolean {
    return this.#failuresInARow >= STRAIN;
  }

  /** Notes the outcome of the attempt that began `at`, in ms since 1970. */
  async note({ status }: Outcome, at: number): Promise<void> {
    if (status === "succeeded") {
      this.#failuresInARow = 0;
      if (this.#failingSince !== undefined) await this.#set(undefined);
      return;
    }
    this.#failuresInARow++;
    // The one address of the basic webhook has no record of its own: there is nothing to disable.
    if (this.#endpointId === BASIC_ENDPOINT) return;
    const isWornOut = this.#failingSince !== undefined && at - this.#failingSince >= DISABLE_AFTER;
    if (status === "gone" || isWornOut) {
      const reason = status === "gone" ? "The endpoint answered 410 Gone." : "Every attempt failed for 5 days.";
      this.isGone = true;
      await disableEndpoint(this.#context, this.#apiKeyId, this.#endpointId, reason);
    } else if (this.#failingSince === undefined) await this.#set(at);
  }

  /** Notes since when attempts fail, unless that is noted; undefined: they do not. */
  async #set(since: number | undefined): Promise<void> {
    this.#failingSince = since;
    await retryOnConflict(() =>
      this.#context.store.transact(async (tx) => {
        const path = endpointPath(this.#apiKeyId, this.#endpointId);
        const found = await tx.get<StoredEndpoint>(path);
        const isNoted = found?.data.failingSince !== undefined;
        const change: Patch = { failingSince: since ?? REMOVE };
        if (found && isNoted === (since === undefined)) tx.update(path, change);
      }),
    );
  }
}

/** Disables an endpoint on its own account and tells so (docs/behaviour.md#delivery). */
async function disableEndpoint(context: Context, apiKeyId: string, endpointId: string, reason: string): Promise<void> {
  const tasks = await retryOnConflict(() =>
    context.store.transact(async (tx) => {
      const path = endpointPath(apiKeyId, endpointId);
      const [subscriptions, found] = await Promise.all([readSubscriptions(tx, apiKeyId), tx.get<StoredEndpoint>(path)]);
      if (!found || found.data.disabled) return [];
      tx.update(path, { disabled: true, disabledReason: reason, failingSince: REMOVE, updatedAt: context.now() });
      writeSubscription(tx, apiKeyId, subscriptions, { id: endpointId });
      const others = subscriptions.filter((subscription) => subscription.endpointId !== endpointId);
      const data = { endpointId, url: found.data.url, reason };
      return writeEvents(tx, context, apiKeyId, others, [{ type: "webhook.endpoint_disabled", data }]);
    }),
  );
  for (const task of tasks) void context.queue.start(task);
}
