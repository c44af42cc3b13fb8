import { type CacheSurroundings, type TtlCache, ttlCache } from "#platform/ttl-cache";

/** How long a provider is not asked again after it failed, in ms. */
export const OUTAGE = 5000;
const MAX_OUTAGES = 10_000;

/** A question that waits for a provider. */
export interface Waiting {
  /** Ends the wait without an answer. */
  giveUp(): void;
}

/**
 * Which providers have failed lately. One failure speaks for all questions to the provider, those that wait for it included:
 * otherwise each user and resource would wait for a silent provider anew (docs/behaviour.md#permission-provider).
 */
export class ProviderOutages {
  readonly #outages: TtlCache<object>;
  readonly #waiting = new Map<string, Set<Waiting>>();

  constructor(process: CacheSurroundings) {
    const options = { name: "permission-provider-outages", max: MAX_OUTAGES, ttl: OUTAGE, isOwn: true };
    this.#outages = ttlCache(process, options);
  }

  /** Whether the provider failed in the last 5 s. */
  isOut(providerId: string): boolean {
    return this.#outages.get(providerId) !== undefined;
  }

  /** Notes a question that waits for the provider. @returns a function that ends that. */
  wait(providerId: string, waiting: Waiting): () => void {
    const all = this.#waiting.get(providerId) ?? new Set();
    this.#waiting.set(providerId, all.add(waiting));
    return () => {
      all.delete(waiting);
      if (all.size === 0 && this.#waiting.get(providerId) === all) this.#waiting.delete(providerId);
    };
  }

  /** Begins an outage of 5 s and ends all waiting for the provider. */
  begin(providerId: string): void {
    this.#outages.set(providerId, {});
    const all = this.#waiting.get(providerId) ?? [];
    this.#waiting.delete(providerId);
    for (const waiting of all) waiting.giveUp();
  }
}
