import type { WalFlush } from "../commit/wal-flush.ts";
import type { WriteJournal, WrittenDocument } from "../commit/write-journal.ts";
import { type Database, lastCommit } from "../database.ts";
import type { Rows } from "../rows.ts";

/** Dependencies of `ForeignCommits`. */
interface Parts {
  db: Database;
  rows: Rows;
  flush: WalFlush;
  journal: WriteJournal;
  /**
   * Told of commits of other processes.
   * @param written what they have written; undefined: it is not known. @param last number of the last one.
   */
  onSeen(written: readonly WrittenDocument[] | undefined, last: number): void;
}

/** Finds the commits of other processes, and has this one forget what they have changed. */
export class ForeignCommits {
  readonly #parts: Parts;
  /** SQLite changes it when another connection has committed. */
  #dataVersion: number | undefined;
  /** Number of the last known commit. */
  #lastKnown = 0;
  #last = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Number of the last commit that may be of another process. */
  get last(): number {
    return this.#last;
  }

  /** Number of the last commit that the running read sees. */
  get lastKnown(): number {
    return this.#lastKnown;
  }

  /** A transaction has begun: everything that it sees is from now on known. */
  look(): void {
    const { db, rows, flush, journal, onSeen } = this.#parts;
    const { data_version } = db.statement("PRAGMA data_version").get() as { data_version: number };
    if (data_version === this.#dataVersion) return;
    const last = lastCommit(db);
    const isNew = last > this.#lastKnown;
    const written = isNew ? journal.read(this.#lastKnown + 1, last) : undefined;
    this.#lastKnown = last;
    if (isNew) this.#last = last;
    this.#dataVersion = data_version;
    rows.forget(written?.map(({ write }) => write.path));
    flush.sawForeign(written);
    onSeen(written, last);
  }

  /** Records the number of commits of this process, whose transaction has looked for those of others. */
  committed(sequence: number): void {
    this.#lastKnown = sequence;
  }
}
