import { type QuotaOwner, quotaExceeded } from "#domain/quotas/refusal";
import { dayOf, excess, negate, type Usage } from "#domain/quotas/usage";
import type { ApiKeyRecord } from "#domain/workspaces/api-key";
import { type Quota, type Quotas, strictest } from "#domain/workspaces/quota";
import { inParallel } from "#platform/async/parallel";
import { processPart, type ReadContext } from "#src/context";
import type { Store } from "#store/port";
import type { Growth } from "./growth.ts";
import { UsageCounter } from "./usage-counter.ts";
import { usageShards, userUsagePath } from "./usage-paths.ts";

/** Interval at which processes exchange their counts, in ms. */
const EXCHANGE_PAUSE = 10_000;

/** The API key, and the user if there is one, that writes count towards. */
export interface Account {
  apiKeyId: string;
  /** The calling user. */
  userId?: string | undefined;
  quotas: Quotas;
}

/** The quotas of an API key: for each bound, the lower of its own and the operator's; undefined if it has none. */
export function quotasOf({ settings }: Pick<ReadContext, "settings">, { config }: ApiKeyRecord): Quotas | undefined {
  const { quota, userQuota } = config;
  if (!settings.quotas && !quota && !userQuota) return undefined;
  const apiKey = strictest(quota, settings.quotas?.apiKey);
  const user = strictest(userQuota, settings.quotas?.user);
  return apiKey || user ? { apiKey, user } : undefined;
}

/** The usage of API keys and users with quotas, as one process knows it. */
class Usages {
  readonly #context: Pick<ReadContext, "now" | "monotonic">;
  readonly #counters = new Map<string, UsageCounter>();
  /** Selects the document of a count that this process writes to. */
  readonly #shard: number;
  #exchangedAt = Number.NEGATIVE_INFINITY;

  constructor(context: Pick<ReadContext, "now" | "monotonic" | "random">) {
    this.#context = context;
    this.#shard = Math.floor(context.random() * 1000);
  }

  /** The current day, in UTC. */
  get day(): string {
    return dayOf(this.#context.now());
  }

  /**
   * Reads the counts of other processes if they are outdated. Call it before a transaction, because it runs its own.
   */
  async prepare(store: Store, account: Account): Promise<void> {
    const counters = this.#boundedBy(account).map(({ counter }) => counter);
    const now = this.#context.monotonic();
    const old = counters.filter(({ exchangedAt }) => now - exchangedAt >= EXCHANGE_PAUSE);
    await Promise.all(old.map((counter) => counter.exchange(store, now)));
  }

  /** @throws ApiError RESOURCE_EXHAUSTED if the growth would exceed a bound. */
  check(account: Account, { all, users }: Growth): void {
    for (const { of, quota, counter } of this.#boundedBy(account)) {
      const growth = of === "apiKey" ? all : users.get(account.userId ?? "");
      const over = growth && excess(quota, counter.total(this.day), growth);
      if (over) throw quotaExceeded(of, over, this.#context.now());
    }
  }

  /** Counts a growth. @returns a function that reverts it if it was not committed. */
  add({ apiKeyId, quotas }: Account, { all, users }: Growth): () => void {
    const counted: [UsageCounter, Usage][] = [];
    if (quotas.apiKey) counted.push([this.#ofApiKey(apiKeyId), all]);
    if (quotas.user) for (const [userId, usage] of users) counted.push([this.#ofUser(apiKeyId, userId), usage]);
    for (const [counter, usage] of counted) counter.add(usage);
    return () => {
      for (const [counter, usage] of counted) counter.add(negate(usage));
    };
  }

  /** Reads the stored count of an API key at once. */
  async refresh(store: Store, apiKeyId: string): Promise<void> {
    await this.#ofApiKey(apiKeyId).exchange(store, this.#context.monotonic());
  }

  /** Writes the counts of this process if they are due, and drops counts that have not been used for a while. */
  async exchangeDue(store: Store): Promise<void> {
    const now = this.#context.monotonic();
    if (now - this.#exchangedAt < EXCHANGE_PAUSE) return;
    this.#exchangedAt = now;
    await this.flush(store);
    for (const [path, counter] of this.#counters)
      if (!counter.isPending && now - counter.exchangedAt > 2 * EXCHANGE_PAUSE) this.#counters.delete(path);
  }

  /** Writes all counts of this process that are not written yet. */
  async flush(store: Store): Promise<void> {
    const pending = [...this.#counters.values()].filter(({ isPending }) => isPending);
    await inParallel(pending, (counter) => counter.exchange(store, this.#context.monotonic()));
  }

  #boundedBy({ apiKeyId, userId, quotas }: Account): { of: QuotaOwner; quota: Quota; counter: UsageCounter }[] {
    return [
      ...(quotas.apiKey ? [{ of: "apiKey" as const, quota: quotas.apiKey, counter: this.#ofApiKey(apiKeyId) }] : []),
      ...(quotas.user && userId !== undefined
        ? [{ of: "user" as const, quota: quotas.user, counter: this.#ofUser(apiKeyId, userId) }]
        : []),
    ];
  }

  #ofApiKey(apiKeyId: string): UsageCounter {
    return this.#counter(usageShards(apiKeyId));
  }

  #ofUser(apiKeyId: string, userId: string): UsageCounter {
    return this.#counter([userUsagePath(apiKeyId, userId)]);
  }

  #counter(paths: string[]): UsageCounter {
    const name = String(paths[0]);
    const counter = this.#counters.get(name) ?? new UsageCounter(paths, this.#shard, this.day);
    this.#counters.set(name, counter);
    return counter;
  }
}

/** The usage counts of this process. */
export const usages = processPart((context) => new Usages(context));
