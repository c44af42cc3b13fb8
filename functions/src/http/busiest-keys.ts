import type { Metrics, Sample } from "#platform/observability/metrics";
import type { Cost } from "#store/metered";

/** Number of API keys that have totals of their own. */
const NAMED = 50;
/** Number of API keys whose requests are counted separately, to find the busiest. Further keys are counted together. */
const COUNTED = 10_000;

/** Totals of the requests of one API key, or of all keys that are not named. */
interface Totals {
  requests: number;
  reads: number;
  writes: number;
}

/** One API key. */
interface Key {
  /** Number of all its requests, which determines how busy it is. */
  requests: number;
  /** Its totals since it was named; undefined if it is counted with the others. */
  named: Totals | undefined;
}

/**
 * Totals by API key, bounded in number: the busiest have their own, the rest are counted under `other`. A request is
 * counted under the name that its key has at that moment, so no total decreases when the set of the busiest changes.
 */
export class BusiestKeys {
  readonly #keys = new Map<string, Key>();
  readonly #other = newTotals();
  #namedCount = 0;

  constructor(metrics: Metrics) {
    const family = (what: string, of: keyof Totals) =>
      metrics.register(
        {
          name: `atrium_api_key_${of === "requests" ? "" : "store_"}${of}_total`,
          type: "counter",
          help: `${what} by API key: the ${NAMED} busiest, the rest as "other".`,
        },
        () => this.#samples(of),
      );
    family("Requests", "requests");
    family("Documents read by requests", "reads");
    family("Documents written by requests", "writes");
  }

  count(apiKeyId: string, { reads, writes }: Cost): void {
    const key = this.#keys.get(apiKeyId) ?? this.#add(apiKeyId);
    if (key) key.requests++;
    const totals = key?.named ?? this.#other;
    totals.requests++;
    totals.reads += reads;
    totals.writes += writes;
  }

  /** @returns undefined when there are too many keys. */
  #add(apiKeyId: string): Key | undefined {
    if (this.#keys.size >= COUNTED) return undefined;
    const key: Key = { requests: 0, named: this.#namedCount < NAMED ? newTotals() : undefined };
    if (key.named) this.#namedCount++;
    this.#keys.set(apiKeyId, key);
    return key;
  }

  *#samples(of: keyof Totals): Iterable<Sample> {
    // All families are read together, so choosing once is enough.
    if (of === "requests") this.#choose();
    for (const [key, { named }] of this.#keys) if (named) yield { labels: { api_key: key }, value: named[of] };
    yield { labels: { api_key: "other" }, value: this.#other[of] };
  }

  /** Names the busiest. A key that drops out loses its totals; Prometheus treats that as the end of the series. */
  #choose(): void {
    if (this.#keys.size <= NAMED) return;
    const busiest = [...this.#keys.values()].sort((a, b) => b.requests - a.requests);
    for (const [i, key] of busiest.entries()) key.named = i < NAMED ? (key.named ?? newTotals()) : undefined;
  }
}

function newTotals(): Totals {
  return { requests: 0, reads: 0, writes: 0 };
}
