import { randomUUID } from "node:crypto";
import { retryOnConflict } from "#platform/async/retry-on-conflict";
import { type Doc, type Patch, REMOVE, type Store, type Transaction } from "#store/port";
import type { Payload, Run } from "./port.ts";
import { type StoredTask, taskPath } from "./task-record.ts";

/** Duration of a lease that is not renewed, in ms: an undetected crash delays its tasks by up to this long. */
export const LEASE = 30_000;

/** A task that this worker holds a lease on. */
export interface Claim extends Run {
  job: string;
  payload: Payload;
  /** Identifies the lease: a worker that has taken the task over has another token. */
  token: string;
}

/** A task that can't be claimed yet. */
export interface Wait {
  /** When it may be claimed, in ms since 1970. */
  waitsUntil: number;
  /** Whether another worker holds it; otherwise it is not due yet. */
  isHeld: boolean;
}

/** Options of `Leases`. */
export interface LeaseOptions {
  store: () => Store;
  /** Milliseconds since 1970. */
  now: () => number;
  /**
   * Name of this process, by which others free its tasks after a crash. Default: none, they wait for its leases to
   * expire.
   */
  owner?: string | undefined;
  /** Further fields to store with the time at which a task is next due. */
  derived?: (nextAt: number, task: StoredTask) => Patch;
}

/** The name of the process that holds the lease with this token; undefined if the process has no name. */
export function ownerOf(token: string): string | undefined {
  return /^(\S+) /.exec(token)?.[1];
}

/** Leases on stored tasks. Every change except a claim applies only while the lease is held. */
export class Leases {
  readonly #options: LeaseOptions;

  constructor(options: LeaseOptions) {
    this.#options = options;
  }

  /** Claims each task that is due and not held, in one transaction. Undefined for a task that is gone or parked. */
  claim(ids: readonly string[]): Promise<(Claim | Wait | undefined)[]> {
    const { owner } = this.#options;
    const token = owner === undefined ? randomUUID() : `${owner} ${randomUUID()}`;
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
      // The task was added again while it runs: the next run is not due before the lease ends.
      if (nextAt !== waitsUntil) tx.update(path, { nextAt: waitsUntil });
      return { waitsUntil, isHeld: leasedUntil > now };
    }
    // A task that was parked and added again counts its attempts from one again.
    const attempt = data.failedAt === undefined ? (data.attempts ?? 0) + 1 : 1;
    const until = now + LEASE;
    const cleared = { dueAt: REMOVE, failedAt: REMOVE } satisfies Patch;
    tx.update(path, { lease: token, leasedUntil: until, nextAt: until, attempts: attempt, ...cleared });
    return { id, job, payload, attempt, token };
  }

  /** Makes due tasks wait longer, each until its own time in ms since 1970; none that has been claimed meanwhile. */
  postpone(tasks: readonly { id: string; until: number }[]): Promise<void> {
    return this.#transact(async (tx) => {
      const docs = await tx.getMany<StoredTask>(tasks.map(({ id }) => taskPath(id)));
      const now = this.#options.now();
      for (const [i, { until }] of tasks.entries()) {
        const doc = docs[i];
        if (doc && (doc.data.nextAt ?? Number.POSITIVE_INFINITY) <= now) tx.update(doc.path, { nextAt: until });
      }
    });
  }

  /** Renews the leases. */
  renew(claims: readonly Claim[]): Promise<void> {
    const until = this.#options.now() + LEASE;
    return this.#change(claims, () => ({ leasedUntil: until, nextAt: until }));
  }

  /** Releases the tasks unfinished; the attempt does not count. */
  release(claims: readonly Claim[]): Promise<void> {
    return this.#change(claims, ({ attempt }, task) => ({
      ...this.#pending(this.#options.now(), task),
      attempts: attempt - 1,
    }));
  }

  /**
   * Deletes a finished task, unless it was added again since it was claimed.
   * @returns when it is due again in that case, in ms since 1970.
   */
  async complete(claim: Claim): Promise<number | undefined> {
    let dueAt: number | undefined;
    await this.#change([claim], (_claim, task) => {
      dueAt = task.dueAt;
      return dueAt === undefined ? undefined : this.#restarted(dueAt, task);
    });
    return dueAt;
  }

  /** Makes a failed task due again at `nextAt`, in ms since 1970. */
  retry(claim: Claim, nextAt: number, lastError: string): Promise<void> {
    return this.#change([claim], (_claim, task) => ({ ...this.#pending(nextAt, task), lastError }));
  }

  /** Keeps a failed task for inspection without running it again, unless it was added again since it was claimed. */
  park(claim: Claim, lastError: string): Promise<void> {
    const ended = {
      lease: REMOVE,
      leasedUntil: REMOVE,
      nextAt: REMOVE,
      lostAt: REMOVE,
      sweepAt: REMOVE,
    } satisfies Patch;
    return this.#change([claim], (_claim, task) =>
      task.dueAt === undefined
        ? { ...ended, lastError, failedAt: this.#options.now() }
        : { ...this.#restarted(task.dueAt, task), lastError },
    );
  }

  #restarted(dueAt: number, task: StoredTask): Patch {
    return { ...this.#pending(dueAt, task), attempts: 0 };
  }

  #pending(nextAt: number, task: StoredTask): Patch {
    return { lease: REMOVE, leasedUntil: REMOVE, nextAt, ...this.#options.derived?.(nextAt, task) };
  }

  /** Updates the tasks that this worker still holds; deletes those for which `patch` returns undefined. */
  #change(claims: readonly Claim[], patch: (claim: Claim, task: StoredTask) => Patch | undefined): Promise<void> {
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
