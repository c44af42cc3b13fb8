import { EmulatorsError } from "./error.ts";

/** The output of firebase-tools, line by line. */
export interface Output {
  take(line: string): void;
  /** Resolves when all emulators are reported ready; rejects when the functions are reported as not loadable. */
  ready: Promise<void>;
  /** The last lines of output during the start. */
  lastLines(): string;
}

const FAILURES = /Failed to load function definition|Failed to start Functions emulator/;
/** Matches the beginning of a line that a function has logged. */
const LOG_MARK = /^> {2}/;

/**
 * Shows only the functions' logs and warnings once ready; the rest of the output describes every call in several lines.
 */
export function createOutput({ isVerbose }: { isVerbose: boolean }): Output {
  const { promise: ready, resolve, reject } = Promise.withResolvers<void>();
  const before: string[] = [];
  let isReady = false;
  return {
    ready,
    lastLines: () => before.slice(-15).join("\n"),
    take(line) {
      if (isVerbose) console.log(line);
      else if (isReady && (LOG_MARK.test(line) || line.startsWith("⚠"))) console.log(line.replace(LOG_MARK, ""));
      if (isReady) return;
      if (line.trim() !== "") before.push(line);
      if (FAILURES.test(line)) reject(new EmulatorsError(`The functions can't be loaded: ${line}`));
      if (!line.includes("All emulators ready")) return;
      isReady = true;
      resolve();
    },
  };
}
