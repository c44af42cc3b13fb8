import type { TimeSlice } from "#platform/async/time-slice";
import type { SetTimer } from "#platform/async/timer";
import type { Metrics } from "#platform/observability/metrics";
import type { IndexFile, Tree } from "#store/tree";
import type { Log } from "./commit/wal-flush.ts";
import type { Database } from "./database.ts";

/** Options of the adapter. */
export interface SqliteOptions {
  /** Path of the data file; created when missing. */
  file: string;
  tree: Tree;
  /** Composite indexes, from `firestore.indexes.json`. */
  indexes: IndexFile["indexes"];
  /** Refuses a file without tables, so that lost data is not mistaken for a new file. */
  isEmptyRefused?: boolean;
  /** For a store in memory (`:memory:`): the bytes of a data file to begin with. */
  image?: Uint8Array;
  /** Timer of the polling for commits of other processes. Default: the timer of the process. */
  timer?: SetTimer;
  /** Whether others keep the file open, too: commits then name in it what they write, so that the others need not look for it. */
  isShared?: boolean;
  /** How long reads may block the event loop. Default: 5 ms. */
  slice?: TimeSlice;
  /** Pages in the log from which on they are moved into the data file; 0: another program does that. Default: 8000. */
  checkpointPages?: number;
  /** Where the figures of commits go. Default: nowhere. */
  metrics?: Metrics;
  /** Told of commits that could not be made, such as on a full disk; must not throw. */
  onCommitFailed?: (error: unknown) => void;
  /**
   * Told once, with a message for the operator, that the disk has failed to confirm what was written: the store is of no use any more,
   * and the process has to end. Default: the error ends the process, as one that nobody has caught.
   */
  onFlushFailed?: (error: Error) => void;
  /** Opens the log of the data file for flushing it, if it has one. Default: in the thread pool of the process. */
  openLog?: (db: Database, file: string) => Log | undefined;
}
