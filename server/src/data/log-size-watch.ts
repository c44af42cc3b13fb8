import { statSync } from "node:fs";
import { hostTimer, type SetTimer } from "@atrium/functions/platform/async/timer";
import type { Log } from "@atrium/functions/platform/observability/log";
import { CHECKPOINT_PAGES } from "@atrium/functions/store/sqlite/checkpoints";
import { dataFile } from "./data-folder.ts";

/** Pause between two looks, in ms. */
const PAUSE = 60_000;
/** Bytes of a page of the write-ahead log, with its head. */
const PAGE = 4120;
/** At this multiple of the pages that trigger a checkpoint, checkpoints can't keep up: SQLite helps at the fourth. */
const TIMES = 8;

/** Size of the write-ahead log of the data file, in bytes. */
export function logSize(dataFolder: string): number {
  return statSync(`${dataFile(dataFolder)}-wal`, { throwIfNoEntry: false })?.size ?? 0;
}

/**
 * The size, in bytes, above which the operator should look at the write-ahead log.
 * @param checkpointPages the setting, if it is not the default; 0 if another program makes the checkpoints.
 */
export function largestLog(checkpointPages = CHECKPOINT_PAGES): number {
  return TIMES * Math.max(checkpointPages, CHECKPOINT_PAGES) * PAGE;
}

/** What the operator should know about a write-ahead log of this size, in bytes. */
export function describeLargeLog(size: number): string {
  return `The write-ahead log has grown to ${Math.round(size / 1e6)} MB, because a program keeps a read transaction open on the data file, or because the one that should make the checkpoints does not run. Look for such a program, for example a database tool or a backup that hangs, and end it. The file keeps its size until the server ends.`;
}

/** What `watchLogSize` needs. */
export interface LogSizeOptions {
  dataFolder: string;
  /** The setting `WAL_CHECKPOINT_PAGES`. */
  checkpointPages: number;
  log: Log;
  /** Default: the timer of the process. */
  timer?: SetTimer;
}

/** Warns in the log once the write-ahead log is too large, and again only when it has doubled. */
export function watchLogSize({ dataFolder, checkpointPages, log, timer = hostTimer }: LogSizeOptions): void {
  const first = largestLog(checkpointPages);
  let limit = first;
  const look = () => {
    const bytes = logSize(dataFolder);
    if (bytes < first) limit = first;
    if (bytes >= limit) {
      limit = 2 * bytes;
      log.warn({ bytes }, describeLargeLog(bytes));
    }
    timer(PAUSE, look);
  };
  timer(PAUSE, look);
}
