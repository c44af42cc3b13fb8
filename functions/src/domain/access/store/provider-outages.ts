import { type CacheSurroundings, type TtlCache, ttlCache } from "#platform/ttl-cache";

/** How long a provider is not asked after a failure, in ms. */
export const OUTAGE = 5000;
/** How long a provider remains suspect after a failure, in ms, unless it answers. */
const SUSPICION = 60_000;
const MAX_OUTAGES = 10_000;

/** A question that waits for a provider. */
export interface Waiting {
  /** Ends the wait without an answer. */
  giveUp(): void;
}

/**
 * Tracks providers that have failed recently. One failure ends all questions that wait for the provider; otherwise each
 * user and resource would wait for a silent provider in turn (docs/behaviour.md#permission-provider). After an outage
 * only one call at a time asks until the provider has answered, because waiting calls take capacity from other callers.
 */
export class ProviderOutages {
  readonly #outages: TtlCache<object>;
  readonly #suspects: TtlCache<object>;
  /** Providers that are being asked for the first time after an outage. */
  readonly #runningChecks = new Set<string>();
  readonly #waiting = new Map<string, Set<Waiting>>();

  constructor(process: CacheSurroundings) {
    const options = { max: MAX_OUTAGES, isOwn: true };
    this.#outages = ttlCache(process, { name: "permission-provider-outages", ttl: OUTAGE, ...options });
    this.#suspects = ttlCache(process, { name: "permission-provider-suspects", ttl: SUSPICION, ...options });
  }

  /** Whether the provider failed in the last 5 s, or a call is finding out whether it still fails. */
  isOut(providerId: string): boolean {
    return this.#runningChecks.has(providerId) || this.#outages.get(providerId) !== undefined;
  }

  /** Records that a call asks a provider that is not out. @returns a function to call when it has ended. */
  ask(providerId: string): () => void {
    if (this.#suspects.get(providerId) === undefined) return () => undefined;
    this.#runningChecks.add(providerId);
    return () => void this.#runningChecks.delete(providerId);
  }

  /** Records that the provider has answered. */
  end(providerId: string): void {
    this.#suspects.delete(providerId);
  }

  /** Registers a question that waits for the provider. @returns a function that removes it. */
  wait(providerId: string, waiting: Waiting): () => void {
    const all = this.#waiting.get(providerId) ?? new Set();
    this.#waiting.set(providerId, all.add(waiting));
    return () => {
      all.delete(waiting);
      if (all.size === 0 && this.#waiting.get(providerId) === all) this.#waiting.delete(providerId);
    };
  }

  /** Begins an outage of 5 s and ends the wait of all questions to the provider. */
  begin(providerId: string): void {
    this.#outages.set(providerId, {});
    this.#suspects.set(providerId, {});
    const all = this.#waiting.get(providerId) ?? [];
    this.#waiting.delete(providerId);
    for (const waiting of all) waiting.giveUp();
  }
}
