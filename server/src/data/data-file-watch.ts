import { statSync } from "node:fs";

/** Pause between two looks at the file, in ms. */
const PAUSE = 1000;

/**
 * Looks once a second whether the data file is still the one that was opened. What is written to a file that was deleted or
 * replaced is lost when the server ends, and no write fails until then.
 * @param onGone called once, with what the operator should do.
 */
export function watchDataFile(file: string, onGone: (message: string) => void): void {
  const opened = identityOf(file);
  const timer = setInterval(() => {
    const found = identityOf(file);
    if (found === opened) return;
    clearInterval(timer);
    const happened = found === undefined ? "deleted" : "replaced by another file";
    onGone(
      `${file} was ${happened} while the server ran, so Atrium ends: nothing that it would write could be found again. Stop the server before you change its data folder, or restore a backup into a new one.`,
    );
  }, PAUSE);
  timer.unref();
}

/** What tells a file from others, whatever it is called. */
function identityOf(file: string): string | undefined {
  const found = statSync(file, { throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}
