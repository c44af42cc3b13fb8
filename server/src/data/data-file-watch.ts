import type { Stats } from "node:fs";
import { noteLog, setLogAside } from "./deserted-log.ts";
import { isSameFile, statOf } from "./file-identity.ts";

/** Pause between two looks at the file, in ms. */
const PAUSE = 1000;

/**
 * Looks once a second whether the data file is still the one that was opened. What is written to a file that was deleted or
 * replaced is lost when the server ends, and no write fails until then.
 * @param onGone called once, with what the operator should do.
 */
export function watchDataFile(file: string, onGone: (message: string) => void): void {
  const opened = statOf(file);
  const log = noteLog(file);
  const timer = setInterval(() => {
    let found: Stats | undefined;
    try {
      found = statOf(file);
    } catch {
      // What can't be looked at now may be there all the same.
      return;
    }
    if (isSameFile(found, opened)) return;
    clearInterval(timer);
    const happened = found === undefined ? "deleted" : "replaced by another file";
    // Where none stands there, it may have been moved and come back: its log holds what the file has not got yet.
    const kept = found === undefined ? "" : setLogAside(log, new Date());
    onGone(
      `${file} was ${happened} while the server ran, so Atrium ends: nothing that it would write could be found again.${kept} Stop the server before you change its data folder, or restore a backup into a new one.`,
    );
  }, PAUSE);
  timer.unref();
}
