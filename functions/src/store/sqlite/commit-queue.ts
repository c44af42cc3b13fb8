import { ApiError } from "#platform/error";
import type { Metrics } from "#platform/observability/metrics";
import type { Checkpoints } from "./checkpoints.ts";
import type { Collections } from "./collections.ts";
import { CommitMetrics } from "./commit-metrics.ts";
import { type Database, isSqliteError, unavailable } from "./database.ts";
import type { Rows } from "./rows.ts";
import type { prepareWrite, Writer } from "./writer.ts";

/** A commit that waits for a flush. */
interface Waiting {
  /** Throws when data that the commit depends on has changed. */
  validate?: () => void;
  writes: ReturnType<typeof prepareWrite>[];
  resolve: () => void;
  reject: (error: unknown) => void;
}

/** A commit that is on disk. */
export type Committed = Pick<Waiting, "writes">;

/** Dependencies of `CommitQueue`. */
interface Parts {
  db: Database;
  collections: Collections;
  rows: Rows;
  writer: Writer;
  checkpoints: Checkpoints;
  metrics: Metrics;
  /** Told of a flush of which nothing is on disk; must not throw. */
  onFlushFailed?: ((error: unknown) => void) | undefined;
}

/** Maximum number and bytes of the writes in one flush, so that a burst of commits does not block reads. */
const MAX_WRITES_PER_FLUSH = 2000;
const MAX_BYTES_PER_FLUSH = 1024 * 1024;

/**
 * Group commit: commits that arrive during two turns of the event loop share one SQLite transaction and one flush to disk.
 * Each is validated alone, and a failed one does not affect the others. No commit resolves before the flush is done.
 */
export class CommitQueue {
  readonly #db: Database;
  readonly #collections: Collections;
  readonly #rows: Rows;
  readonly #writer: Writer;
  readonly #checkpoints: Checkpoints;
  readonly #onFlush: (sequence: number, commits: readonly Committed[]) => void;
  readonly #onFlushFailed: Parts["onFlushFailed"];
  readonly #metrics: CommitMetrics;
  #waiting: Waiting[] = [];
  #scheduled = false;

  /** @param onFlush called with the number of a flush and its commits when they are on disk; must not throw. */
  constructor(
    { db, collections, rows, writer, checkpoints, metrics, onFlushFailed }: Parts,
    onFlush: (sequence: number, commits: readonly Committed[]) => void,
  ) {
    this.#db = db;
    this.#collections = collections;
    this.#rows = rows;
    this.#writer = writer;
    this.#checkpoints = checkpoints;
    this.#onFlush = onFlush;
    this.#onFlushFailed = onFlushFailed;
    this.#metrics = new CommitMetrics(metrics, () => this.#waiting.length);
  }

  /** Resolves when the writes are on disk. */
  push(writes: Waiting["writes"], validate?: () => void): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ writes, resolve, reject, ...(validate && { validate }) });
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    // Waiting two turns instead of one lets more commits join, which halves the number of flushes.
    setImmediate(() =>
      setImmediate(() => {
        this.#scheduled = false;
        if (!this.#checkpoints.holdsCommits(() => this.#schedule())) this.flush();
      }),
    );
  }

  /** Applies all waiting commits, before the file is closed. */
  flushAll(): void {
    while (this.#waiting.length > 0) this.flush();
  }

  /** Applies waiting commits now, up to the limits of one flush. */
  flush(): void {
    if (this.#waiting.length === 0) return;
    const started = performance.now();
    const batch = this.#take();
    const done: Waiting[] = [];
    let sequence = 0;
    const failed: { waiting: Waiting; error: unknown }[] = [];
    try {
      this.#db.endReads();
      this.#db.exec("BEGIN IMMEDIATE");
      this.#rows.began();
      const row = this.#db.statement("UPDATE meta SET value = value + 1 WHERE key = 'sequence' RETURNING value").get();
      sequence = (row as { value: number }).value;
      for (const waiting of batch) {
        try {
          waiting.validate?.();
          this.#writer.apply(waiting.writes, sequence);
          done.push(waiting);
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          failed.push({ waiting, error });
        }
      }
      this.#db.exec("COMMIT");
      this.#collections.committed();
      this.#checkpoints.afterCommit();
    } catch (error) {
      this.#rollBack();
      const failure = isSqliteError(error) ? unavailable(error) : error;
      this.#metrics.flushFailed(batch.length);
      this.#onFlushFailed?.(failure);
      for (const waiting of batch) waiting.reject(failure);
      return;
    }
    this.#metrics.flushed(performance.now() - started, done.length, failed.length);
    this.#onFlush(sequence, done);
    for (const { resolve } of done) resolve();
    for (const { waiting, error } of failed) waiting.reject(error);
  }

  #take(): Waiting[] {
    let writes = 0;
    let bytes = 0;
    let count = 0;
    for (const waiting of this.#waiting) {
      writes += waiting.writes.length;
      bytes += waiting.writes.reduce((sum, write) => sum + write.bytes, 0);
      if (count > 0 && (writes > MAX_WRITES_PER_FLUSH || bytes > MAX_BYTES_PER_FLUSH)) break;
      count++;
    }
    const batch = this.#waiting.slice(0, count);
    this.#waiting = this.#waiting.slice(count);
    if (this.#waiting.length > 0) this.#schedule();
    return batch;
  }

  #rollBack(): void {
    this.#collections.rolledBack();
    this.#rows.clear();
    try {
      this.#db.exec("ROLLBACK");
    } catch {
      // SQLite has already rolled back, as it does when the disk is full.
    }
  }
}
