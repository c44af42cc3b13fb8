import { setTimeout as sleep } from "node:timers/promises";
import { KeyedMutex } from "#store/keyed-mutex";
import type { Transaction, Write } from "#store/port";
import { NeedsPreparation, withPreparation } from "#store/preparation";
import type { CommitOptions } from "./commit/commit-queue.ts";
import type { WalFlush } from "./commit/wal-flush.ts";
import { ConflictError, type Source, SqliteTransaction } from "./transaction.ts";

/** Maximum number of attempts. A transaction may lose repeatedly to other processes, which share no mutex with this one. */
const MAX_TRIES = 20;
/** Longest pause before the second attempt, in ms, doubled each time up to `MAX_PAUSE`. Conflicts in one process use a mutex. */
const BACKOFF = 4;
const MAX_PAUSE = 128;

/** Dependencies of `Transactions`. */
interface Parts {
  source: Omit<Source, "untilUnlocked">;
  flush: WalFlush;
  /** Runs reads that see one state of the file. @throws ApiError UNAVAILABLE */
  reading<T>(read: () => T): T;
  /** Resolves when the writes are on disk. */
  push(writes: Write[], options: CommitOptions): Promise<void>;
}

/** Optimistic transactions. After a conflict, retries over the same document run one after another. */
export class Transactions {
  readonly #parts: Parts;
  readonly #source: Source;
  readonly #mutex = new KeyedMutex();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#source = { ...parts.source, untilUnlocked: (path) => this.#mutex.free(path) };
  }

  /** @throws ApiError ABORTED after the last attempt; otherwise the error of the body. */
  async run<T>(body: (tx: Transaction) => Promise<T>): Promise<T> {
    try {
      return await this.#try(body, false);
    } catch (error) {
      const isConflict = error instanceof ConflictError;
      if (!isConflict && !(error instanceof NeedsPreparation)) throw error;
      if (!isConflict) await error.prepare();
      return withPreparation(body, (prepared) =>
        isConflict ? this.#repeat(prepared, error) : this.#transact(prepared),
      );
    }
  }

  async #transact<T>(body: (tx: Transaction) => Promise<T>): Promise<T> {
    try {
      return await this.#try(body, false);
    } catch (error) {
      return this.#repeat(body, error);
    }
  }

  /** Retries after a conflict. @throws `failure` when it is not a conflict, otherwise the error of the last attempt. */
  async #repeat<T>(body: (tx: Transaction) => Promise<T>, failure: unknown): Promise<T> {
    const contended = new Set<string>();
    let last = failure;
    for (let attempt = 2; attempt <= MAX_TRIES; attempt++) {
      if (!(last instanceof ConflictError)) break;
      const { path } = last;
      // An attempt that held the document's mutex has probably lost to another process.
      const atOnce = path === undefined || contended.has(path);
      if (atOnce) await sleep(Math.random() * Math.min(BACKOFF * 2 ** (attempt - 2), MAX_PAUSE));
      if (path !== undefined) contended.add(path);
      try {
        return await this.#tryAlone(body, contended, atOnce);
      } catch (error) {
        last = error;
      }
    }
    throw last;
  }

  /** Runs the body while no other retry over these documents runs. Once its commit is made, others may build on it and run. */
  async #tryAlone<T>(
    body: (tx: Transaction) => Promise<T>,
    contended: ReadonlySet<string>,
    atOnce: boolean,
  ): Promise<T> {
    const { promise: commitPromise, resolve: onMade } = Promise.withResolvers<void>();
    // Wrapped in an object, because `hold` awaits what the body returns.
    const { trying } = await this.#mutex.hold(contended, async () => {
      const trying = this.#try(body, true, { onMade, atOnce });
      await Promise.race([commitPromise, trying]);
      return { trying };
    });
    return trying;
  }

  async #try<T>(
    body: (tx: Transaction) => Promise<T>,
    isRepeat: boolean,
    options: Omit<CommitOptions, "validate"> = {},
  ): Promise<T> {
    const { reading, push } = this.#parts;
    const tx = new SqliteTransaction(this.#source, isRepeat);
    try {
      const result = await body(tx);
      if (tx.writes.length > 0) {
        await push(tx.writes, { validate: () => tx.validate(), ...options });
        return result;
      }
      reading(() => tx.validate());
      await this.#untilFlushed(tx);
      return result;
    } catch (error) {
      // An error may reveal what the body has read, unless the body runs again.
      if (!(error instanceof ConflictError)) await this.#untilFlushed(tx);
      throw error;
    }
  }

  async #untilFlushed(tx: SqliteTransaction): Promise<void> {
    const { flush } = this.#parts;
    if (flush.isBehind) await flush.covering(tx.keys);
  }
}
