import { BUSY_TIMEOUT, type Database, isSqliteError } from "../database.ts";

/** How long commits wait while another process writes, in ms. */
const LONGEST_WAIT = 5000;
/** SQLite's primary result code for a lock that another connection holds. */
const BUSY = 5;

/**
 * The lock of the data file that a commit needs, and that only one connection can have. SQLite would wait for it by
 * sleeping, which blocks the event loop for as long as another process writes: a command, another worker, or a database
 * tool with an open transaction. Here only the commits wait.
 */
export class WriteLock {
  readonly #db: Database;
  readonly #now: () => number;
  /** When the lock was first missed; undefined if the last attempt took it. */
  #missedAt: number | undefined;

  /** @param now a clock in ms that never goes back. */
  constructor(db: Database, now = () => performance.now()) {
    this.#db = db;
    this.#now = now;
  }

  /**
   * Begins a transaction that may write.
   * @returns false while another connection has the lock: try again in a moment.
   * @throws an error of SQLite; also once the lock was missed for 5 s. Then the wait begins anew.
   */
  tryTake(): boolean {
    try {
      this.#db.exec(`PRAGMA busy_timeout=0; BEGIN IMMEDIATE; PRAGMA busy_timeout=${BUSY_TIMEOUT}`);
      this.#missedAt = undefined;
      return true;
    } catch (error) {
      this.#db.exec(`PRAGMA busy_timeout=${BUSY_TIMEOUT}`);
      const isBusy = isSqliteError(error) && ((error.errcode ?? 0) & 0xff) === BUSY;
      this.#missedAt ??= this.#now();
      if (isBusy && this.#now() - this.#missedAt < LONGEST_WAIT) return false;
      this.#missedAt = undefined;
      throw error;
    }
  }

  /** Begins a transaction that may write, and blocks the event loop until it can. @throws an error of SQLite; also after 5 s */
  take(): void {
    this.#db.exec("BEGIN IMMEDIATE");
  }
}
