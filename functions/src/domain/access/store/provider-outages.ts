import { type CacheSurroundings, type TtlCache, ttlCache } from "#platform/ttl-cache";

/** How long a provider is not asked again after it failed, in ms. */
export const OUTAGE = 5000;
/** How long a provider that failed counts as one that may fail again, in ms, unless it answers. */
const SUSPICION = 60_000;
const MAX_OUTAGES = 10_000;

/** A question that waits for a provider. */
export interface Waiting {
  /** Ends the wait without an answer. */
  giveUp(): void;
}

/**
 * Which providers have failed lately. One failure speaks for all questions to the provider, those that wait for it included:
 * otherwise each user and resource would wait for a silent provider anew (docs/behaviour.md#permission-provider). After an outage
 * one call alone asks until the provider has answered: calls that wait for it take the place of other callers' calls.
 */
export class ProviderOutages {
  readonly #outages: TtlCache<object>;
  readonly #suspects: TtlCache<object>;
  /** Providers that are asked for the first time after an outage. */
  readonly #asked = new Set<string>();
  readonly #waiting = new Map<string, Set<Waiting>>();

  constructor(process: CacheSurroundings) {
    const options = { max: MAX_OUTAGES, isOwn: true };
    this.#outages = ttlCache(process, { name: "permission-provider-outages", ttl: OUTAGE, ...options });
    this.#suspects = ttlCache(process, { name: "permission-provider-suspects", ttl: SUSPICION, ...options });
  }

  /** Whether the provider failed in the last 5 s, or is asked just now whether it still does. */
  isOut(providerId: string): boolean {
    return this.#asked.has(providerId) || this.#outages.get(providerId) !== undefined;
  }

  /** Notes that a call asks a provider which is not out. @returns a function that notes its end. */
  ask(providerId: string): () => void {
    if (this.#suspects.get(providerId) === undefined) return () => undefined;
    this.#asked.add(providerId);
    return () => void this.#asked.delete(providerId);
  }

  /** The provider has answered. */
  end(providerId: string): void {
    this.#suspects.delete(providerId);
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
    this.#suspects.set(providerId, {});
    const all = this.#waiting.get(providerId) ?? [];
    this.#waiting.delete(providerId);
    for (const waiting of all) waiting.giveUp();
  }
}
