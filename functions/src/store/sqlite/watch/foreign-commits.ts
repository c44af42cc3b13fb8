import type { ForeignWrites } from "#store/port";
import type { WalFlush } from "../commit/wal-flush.ts";
import type { WriteJournal, WrittenDocument } from "../commit/write-journal.ts";
import { type Database, lastCommit } from "../database.ts";
import type { Rows } from "../rows.ts";
import { RecentWrites } from "./recent-writes.ts";

/** Dependencies of `ForeignCommits`. */
interface Parts {
  db: Database;
  rows: Rows;
  flush: WalFlush;
  journal: WriteJournal;
  /**
   * Called when commits of other processes are found.
   * @param documents the documents that they have written; undefined if unknown. @param last number of the last commit.
   */
  onSeen(documents: readonly WrittenDocument[] | undefined, last: number): void;
}

/** Detects commits of other processes, and makes this process forget what they have changed. */
export class ForeignCommits {
  readonly #parts: Parts;
  /** SQLite's `data_version`, which changes when another connection has committed. */
  #dataVersion: number | undefined;
  /** Number of the last known commit. */
  #lastKnown = 0;
  /** Number of the last commit that another process may have made. */
  #last = 0;
  readonly #recent = new RecentWrites();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** What other processes have written to a collection since they had made the commit `since`. */
  writes(collection: string, since?: number): ForeignWrites {
    if (since === undefined) return { upTo: this.#last };
    return { upTo: this.#last, paths: since === this.#last ? [] : this.#recent.after(collection, since) };
  }

  /** Number of the last commit that the running read sees. */
  get lastKnown(): number {
    return this.#lastKnown;
  }

  /** Call it when a transaction has begun: afterwards all commits that the transaction sees are known. */
  look(): void {
    const { db, rows, flush, journal, onSeen } = this.#parts;
    const { data_version } = db.statement("PRAGMA data_version").get() as { data_version: number };
    if (data_version === this.#dataVersion) return;
    const last = lastCommit(db);
    const isNew = last > this.#lastKnown;
    const documents = isNew ? journal.read(this.#lastKnown + 1, last) : undefined;
    this.#lastKnown = last;
    if (isNew) {
      this.#last = last;
      this.#recent.add(documents, last);
    }
    this.#dataVersion = data_version;
    rows.forget(documents?.map(({ write }) => write.path));
    flush.sawForeign(documents);
    onSeen(documents, last);
  }

  /** Records the number of a commit of this process, whose transaction has already looked for other processes' commits. */
  committed(sequence: number): void {
    this.#lastKnown = sequence;
  }
}
