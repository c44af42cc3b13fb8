import { ApiError } from "#platform/error";
import type { Metrics } from "#platform/observability/metrics";
import type { Checkpoints } from "../checkpoints.ts";
import type { Collections } from "../collections.ts";
import { type Database, isSqliteError, unavailable } from "../database.ts";
import type { Rows } from "../rows.ts";
import { ConflictError } from "../transaction.ts";
import type { ForeignCommits } from "../watch/foreign-commits.ts";
import type { prepareWrite, Writer } from "../writer.ts";
import { CommitMetrics } from "./commit-metrics.ts";
import { unconfirmed } from "./unconfirmed.ts";
import type { WalFlush } from "./wal-flush.ts";
import type { WriteJournal } from "./write-journal.ts";
import type { WriteLock } from "./write-lock.ts";

/** Options of a commit. */
export interface CommitOptions {
  /** Runs right before the commit is made. Prevents it by throwing if data that it depends on has changed. */
  validate?: () => void;
  /** Called when the commit has been made; it may not be on disk yet. */
  onMade?: () => void;
  /** Makes the commit in this turn of the event loop, so that other processes have little time to change what it depends on. */
  atOnce?: boolean;
}

/** A commit that waits to be made. */
interface Waiting extends CommitOptions {
  writes: ReturnType<typeof prepareWrite>[];
  resolve: () => void;
  reject: (error: unknown) => void;
}

/** A commit that was made. */
export type Committed = Pick<Waiting, "writes">;

/** A commit that was refused. */
interface Refused {
  waiting: Waiting;
  error: unknown;
}

/** Dependencies of `CommitQueue`. */
interface Parts {
  db: Database;
  collections: Collections;
  rows: Rows;
  writer: Writer;
  checkpoints: Checkpoints;
  lock: WriteLock;
  flush: WalFlush;
  foreign: ForeignCommits;
  journal: WriteJournal;
  metrics: Metrics;
  /** Called with the error when commits could not be made; must not throw. */
  onCommitFailed?: ((error: unknown) => void) | undefined;
}

/** Maximum number and bytes of the writes in one group, so that a burst of commits does not block reads. */
const MAX_WRITES_PER_GROUP = 2000;
const MAX_BYTES_PER_GROUP = 1024 * 1024;
/** Pause before the lock of the data file is tried again, in ms. */
const LOCK_PAUSE = 1;

/**
 * Group commit: commits that arrive during two turns of the event loop share one SQLite transaction. Each is validated
 * alone, and a failed one does not affect the others. No commit resolves before it is flushed to disk; meanwhile others
 * are made.
 */
export class CommitQueue {
  readonly #parts: Parts;
  readonly #onCommit: (commits: readonly Committed[]) => void;
  readonly #metrics: CommitMetrics;
  #waiting: Waiting[] = [];
  #scheduled = false;
  /** Number of commits that were made but are not on disk yet. */
  #unflushed = 0;

  /** @param onCommit called with the commits of a group when they were made; must not throw. */
  constructor(parts: Parts, onCommit: (commits: readonly Committed[]) => void) {
    this.#parts = parts;
    this.#onCommit = onCommit;
    this.#metrics = new CommitMetrics(parts.metrics, () => this.#waiting.length + this.#unflushed);
  }

  /** Resolves when the writes are on disk. */
  push(writes: Waiting["writes"], options: CommitOptions = {}): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ writes, resolve, reject, ...options });
      if (options.atOnce) this.#makeGroupUnlessHeld();
      else this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    // Waiting two turns instead of one lets more commits join, which halves the number of transactions.
    setImmediate(() =>
      setImmediate(() => {
        this.#scheduled = false;
        this.#makeGroupUnlessHeld();
      }),
    );
  }

  #makeGroupUnlessHeld(): void {
    const { checkpoints, lock } = this.#parts;
    if (this.#waiting.length === 0 || checkpoints.holdsCommits(() => this.#schedule())) return;
    this.#begin(() => lock.tryTake());
  }

  /** Makes all waiting commits, before the file is closed. */
  makeAll(): void {
    const { lock } = this.#parts;
    while (this.#waiting.length > 0)
      this.#begin(() => {
        lock.take();
        return true;
      });
  }

  /** Makes waiting commits once `takeLock` has taken the lock of the data file. If it fails, all of them fail. */
  #begin(takeLock: () => boolean): void {
    const { db, flush } = this.#parts;
    if (flush.failure) {
      this.#reject(this.#waiting, unconfirmed(flush.failure));
      return;
    }
    db.endReads();
    let hasLock: boolean;
    try {
      hasLock = takeLock();
    } catch (error) {
      this.#fail(this.#waiting, error);
      return;
    }
    if (hasLock) this.#makeGroup();
    else this.#tryLater();
  }

  #tryLater(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    // It keeps the process alive, so that a command does not end before its commit.
    setTimeout(() => {
      this.#scheduled = false;
      this.#makeGroupUnlessHeld();
    }, LOCK_PAUSE);
  }

  /** Makes waiting commits in the transaction that has begun, up to the limits of one group. */
  #makeGroup(): void {
    const { flush } = this.#parts;
    const started = performance.now();
    const group = this.#take();
    const done: Waiting[] = [];
    const refused: Refused[] = [];
    try {
      this.#make(group, done, refused);
    } catch (error) {
      this.#rollBack();
      this.#fail(group, error);
      return;
    }
    this.#unflushed += group.length;
    this.#onCommit(done);
    for (const { onMade } of done) onMade?.();
    flush.committed(done, (failure) => {
      this.#unflushed -= group.length;
      if (failure !== undefined) {
        this.#reject(group, failure);
        return;
      }
      this.#metrics.flushed(performance.now() - started, done.length, refused.length);
      for (const { resolve } of done) resolve();
      for (const { waiting, error } of refused) waiting.reject(error);
    });
    // These need not wait for the flush: their transactions run again, so no caller sees the error.
    for (const { waiting, error } of refused) if (error instanceof ConflictError) waiting.reject(error);
  }

  /** Makes a group in the transaction that has begun. @throws an error of SQLite, or a programming error. */
  #make(group: readonly Waiting[], done: Waiting[], refused: Refused[]): void {
    const { db, writer, collections, checkpoints, foreign, journal } = this.#parts;
    foreign.look();
    const row = db.statement("UPDATE meta SET value = value + 1 WHERE key = 'sequence' RETURNING value").get();
    const sequence = (row as { value: number }).value;
    for (const waiting of group) {
      try {
        waiting.validate?.();
        writer.apply(waiting.writes, sequence);
        done.push(waiting);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        refused.push({ waiting, error });
      }
    }
    journal.note(sequence, done);
    db.exec("COMMIT");
    foreign.committed(sequence);
    collections.committed();
    checkpoints.afterCommit();
  }

  #fail(group: readonly Waiting[], error: unknown): void {
    const failure = isSqliteError(error) ? unavailable(error) : error;
    this.#parts.onCommitFailed?.(failure);
    this.#reject(group, failure);
  }

  #reject(group: readonly Waiting[], error: unknown): void {
    if (group === this.#waiting) this.#waiting = [];
    this.#metrics.failed(group.length);
    for (const { reject } of group) reject(error);
  }

  #take(): Waiting[] {
    let writes = 0;
    let bytes = 0;
    let count = 0;
    for (const waiting of this.#waiting) {
      writes += waiting.writes.length;
      bytes += waiting.writes.reduce((sum, write) => sum + write.bytes, 0);
      if (count > 0 && (writes > MAX_WRITES_PER_GROUP || bytes > MAX_BYTES_PER_GROUP)) break;
      count++;
    }
    const group = this.#waiting.slice(0, count);
    this.#waiting = this.#waiting.slice(count);
    if (this.#waiting.length > 0) this.#schedule();
    return group;
  }

  #rollBack(): void {
    this.#parts.collections.rolledBack();
    this.#parts.rows.clear();
    try {
      this.#parts.db.exec("ROLLBACK");
    } catch {
      // SQLite has already rolled back, as it does when the disk is full.
    }
  }
}
