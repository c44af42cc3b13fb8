import cluster from "node:cluster";
import type { Stats } from "node:fs";
import { moveLogAside, recordOpenedLog } from "./deserted-log.ts";
import { isSameFile, statOf } from "./file-identity.ts";

/** Pause between two checks of the file, in ms. */
const PAUSE = 1000;

/** The variable in which a primary tells its workers which file is the data file: its device and inode. */
const OPENED_FILE = "ATRIUM_OPENED_FILE";

/**
 * Remembers which file the primary has opened.
 * @returns variables that tell its workers, for `findLoss`.
 */
export function nameDataFile(file: string): Record<string, string> {
  return { [OPENED_FILE]: identityOf(statOf(file)) };
}

function identityOf(stats: Stats | undefined): string {
  return `${stats?.dev}:${stats?.ino}`;
}

/**
 * In a worker that starts: what the operator should do if the data file is no longer the one that the primary opened.
 * Undefined if it is, and in a process without a primary. A worker that starts late would otherwise create another file.
 */
export function findLoss(file: string): string | undefined {
  const opened = cluster.isWorker ? process.env[OPENED_FILE] : undefined;
  if (opened === undefined) return undefined;
  let stats: Stats | undefined;
  try {
    stats = statOf(file);
  } catch {
    // Whatever opens it says why it can't be read.
    return undefined;
  }
  return identityOf(stats) === opened ? undefined : describeLoss(file, stats);
}

/**
 * Checks once a second whether the data file is still the one that was opened. Data written to a deleted or replaced
 * file is lost when the server ends, and no write fails until then.
 * @param onGone called once, with what the operator should do.
 */
export function watchDataFile(file: string, onGone: (message: string) => void): void {
  const opened = statOf(file);
  const log = recordOpenedLog(file);
  const timer = setInterval(() => {
    let currentStats: Stats | undefined;
    try {
      currentStats = statOf(file);
    } catch {
      // A file that can't be read now may still be there.
      return;
    }
    if (isSameFile(currentStats, opened)) return;
    clearInterval(timer);
    // A missing file may have been moved and may come back: its log contains what the file does not have yet.
    onGone(describeLoss(file, currentStats, currentStats === undefined ? "" : moveLogAside(log, new Date())));
  }, PAUSE);
  timer.unref();
}

/** @param stats of the file that is there now. @param logNotice a sentence, after a space, on what became of its log. */
function describeLoss(file: string, stats: Stats | undefined, logNotice = ""): string {
  const happened = stats === undefined ? "deleted" : "replaced by another file";
  return `${file} was ${happened} while the server ran, so Atrium ends: anything written from now on would be lost.${logNotice} Stop the server before you change its data folder, or restore a backup into a new one.`;
}
