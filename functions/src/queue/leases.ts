import { randomUUID } from "node:crypto";
import { retryOnConflict } from "#platform/retry-on-conflict";
import { type Doc, type Patch, REMOVE, type Store, type Transaction } from "#store/port";
import type { Payload, Run } from "./port.ts";
import { type StoredTask, taskPath } from "./task-record.ts";

/** How long a worker keeps a task that it does not renew, in ms: so long a crash holds it up. */
export const LEASE = 30_000;

/** A task that this worker holds. */
export interface Claim extends Run {
  job: string;
  payload: Payload;
  /** Names the lease: whoever took the task over since has another. */
  token: string;
}

/** Why there is no claim. */
export interface Wait {
  /** Not before this time, in ms since 1970. */
  waitsUntil: number;
  /** Somebody works on it; else it is not due. */
  isHeld: boolean;
}

/** What leases are kept with. */
export interface LeaseOptions {
  store: () => Store;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Fields that follow from when a task is next due. */
  derived?: (nextAt: number) => Patch;
}

/** Who works on which stored task. Every change but a claim holds only as long as the lease does. */
export class Leases {
  readonly #options: LeaseOptions;

  constructor(options: LeaseOptions) {
    this.#options = options;
  }

  /** Takes each task that is due and that nobody holds, in one transaction. Undefined: gone or parked. */
  claim(ids: readonly string[]): Promise<(Claim | Wait | undefined)[]> {
    const token = randomUUID();
    return this.#transact(async (tx) => {
      const docs = await tx.getMany<StoredTask>(ids.map(taskPath));
      return docs.map((doc) => doc && this.#claimOne(tx, doc, token));
    });
  }

  #claimOne(tx: Transaction, { path, id, data }: Doc<StoredTask>, token: string): Claim | Wait | undefined {
    const now = this.#options.now();
    const { job, payload, nextAt, leasedUntil = 0 } = data;
    if (nextAt === undefined) return undefined;
    const waitsUntil = Math.max(nextAt, leasedUntil);
    if (waitsUntil > now) {
      // Added again while it runs: it is not due before the lease ends.
      if (nextAt !== waitsUntil) tx.update(path, { nextAt: waitsUntil });
      return { waitsUntil, isHeld: leasedUntil > now };
    }
    // One that was parked and added again begins anew.
    const attempt = data.failedAt === undefined ? (data.attempts ?? 0) + 1 : 1;
    const until = now + LEASE;
    const cleared = { dueAt: REMOVE, failedAt: REMOVE } satisfies Patch;
    tx.update(path, { lease: token, leasedUntil: until, nextAt: until, attempts: attempt, ...cleared });
    return { id, job, payload, attempt, token };
  }

  /** Holds the tasks for another while. */
  renew(claims: readonly Claim[]): Promise<void> {
    const until = this.#options.now() + LEASE;
    return this.#change(claims, () => ({ leasedUntil: until, nextAt: until }));
  }

  /** Hands the tasks back unfinished, as if they had not been begun. */
  release(claims: readonly Claim[]): Promise<void> {
    return this.#change(claims, ({ attempt }) => ({
      ...this.#waiting(this.#options.now()),
      attempts: attempt - 1,
    }));
  }

  /**
   * The task is done and forgotten, unless it was added again since it was claimed.
   * @returns when it is due again then, in ms since 1970.
   */
  async complete(claim: Claim): Promise<number | undefined> {
    let dueAt: number | undefined;
    await this.#change([claim], (_claim, stored) => {
      dueAt = stored.dueAt;
      return dueAt === undefined ? undefined : this.#anew(dueAt);
    });
    return dueAt;
  }

  /** The task is due again at `nextAt`. */
  retry(claim: Claim, nextAt: number, lastError: string): Promise<void> {
    return this.#change([claim], () => ({ ...this.#waiting(nextAt), lastError }));
  }

  /** The task is kept for inspection and not run any more, unless it was added again since it was claimed. */
  park(claim: Claim, lastError: string): Promise<void> {
    const ended = { lease: REMOVE, leasedUntil: REMOVE, nextAt: REMOVE, sweepAt: REMOVE } satisfies Patch;
    return this.#change([claim], (_claim, { dueAt }) =>
      dueAt === undefined
        ? { ...ended, lastError, failedAt: this.#options.now() }
        : { ...this.#anew(dueAt), lastError },
    );
  }

  #anew(dueAt: number): Patch {
    return { ...this.#waiting(dueAt), attempts: 0 };
  }

  #waiting(nextAt: number): Patch {
    return { lease: REMOVE, leasedUntil: REMOVE, nextAt, ...this.#options.derived?.(nextAt) };
  }

  /** Changes, or deletes, what this worker still holds. */
  #change(claims: readonly Claim[], patch: (claim: Claim, stored: StoredTask) => Patch | undefined): Promise<void> {
    return this.#transact(async (tx) => {
      const docs = await tx.getMany<StoredTask>(claims.map(({ id }) => taskPath(id)));
      claims.forEach((claim, i) => {
        const doc = docs[i];
        if (doc?.data.lease !== claim.token) return;
        const change = patch(claim, doc.data);
        if (change) tx.update(doc.path, change);
        else tx.delete(doc.path);
      });
    });
  }

  #transact<T>(body: (tx: Transaction) => Promise<T>): Promise<T> {
    return retryOnConflict(() => this.#options.store().transact(body));
  }
}
