import { EmulatorsError } from "./error.ts";

/** The output of firebase-tools, line by line. */
export interface Output {
  take(line: string): void;
  /** Resolves when it reports that all emulators are ready; rejects when it reports that the functions can't be loaded. */
  ready: Promise<void>;
  /** The end of its output while starting. */
  lastLines(): string;
}

const FAILURES = /Failed to load function definition|Failed to start Functions emulator/;
/** Starts a line of a function's own log. */
const LOG_MARK = /^> {2}/;

/** Shows the logs of the functions and its warnings once it is ready; the rest describes every call in several lines. */
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
