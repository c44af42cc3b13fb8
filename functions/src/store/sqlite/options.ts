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
  /** Whether other processes keep the file open, too: commits then record their writes in it, so that the others find them. */
  isShared?: boolean;
  /** How long reads may block the event loop. Default: 5 ms. */
  slice?: TimeSlice;
  /** Number of pages in the log that triggers a checkpoint; 0: another program moves the pages. Default: 8000. */
  checkpointPages?: number;
  /** Receives the metrics of commits. Default: none are kept. */
  metrics?: Metrics;
  /** Called with the error when commits could not be made, for example on a full disk; must not throw. */
  onCommitFailed?: (error: unknown) => void;
  /**
   * Called once, with a message for the operator, when the disk has failed to confirm a write: the store is then
   * unusable, and the process has to end. Default: throws the error as an uncaught one, which ends the process.
   */
  onFlushFailed?: (error: Error) => void;
  /** Opens the log of the data file for flushing it, if it has one. Default: in the thread pool of the process. */
  openLog?: (db: Database, file: string) => Log | undefined;
}
