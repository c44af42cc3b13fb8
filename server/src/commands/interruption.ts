import { SAME_SIGNAL } from "../stop-causes.ts";

/** A closed terminal sends SIGHUP. */
const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Cleans up when a signal ends the process, in which case no `finally` block runs. The process then ends with that
 * signal.
 * @returns undoes it.
 */
export function cleanUpOnSignal(cleanUp: () => void): () => void {
  const stop = () => {
    for (const signal of signals) process.off(signal, onSignal);
  };
  const onSignal = (signal: NodeJS.Signals) => {
    stop();
    cleanUp();
    process.kill(process.pid, signal);
  };
  for (const signal of signals) process.on(signal, onSignal);
  return stop;
}

/** Resolves at the first SIGINT, SIGTERM or SIGHUP. A later one ends the process at once. */
export function untilInterrupted(): Promise<void> {
  return new Promise((resolve) => {
    let interruptedAt: number | undefined;
    const onSignal = () => {
      const now = performance.now();
      interruptedAt ??= now;
      if (now - interruptedAt > SAME_SIGNAL) process.exit(1);
      resolve();
    };
    for (const signal of signals) process.on(signal, onSignal);
  });
}
