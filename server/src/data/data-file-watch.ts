import type { Stats } from "node:fs";
import { moveLogAside, recordOpenedLog } from "./deserted-log.ts";
import { isSameFile, statOf } from "./file-identity.ts";

/** Pause between two checks of the file, in ms. */
const PAUSE = 1000;

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
    const happened = currentStats === undefined ? "deleted" : "replaced by another file";
    // A missing file may have been moved and may come back: its log contains what the file does not have yet.
    const logNotice = currentStats === undefined ? "" : moveLogAside(log, new Date());
    onGone(
      `${file} was ${happened} while the server ran, so Atrium ends: anything written from now on would be lost.${logNotice} Stop the server before you change its data folder, or restore a backup into a new one.`,
    );
  }, PAUSE);
  timer.unref();
}
