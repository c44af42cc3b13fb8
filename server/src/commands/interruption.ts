import { SAME_SIGNAL } from "../stop-causes.ts";

/** Resolves at the first SIGINT or SIGTERM. A later one ends the process at once. */
export function untilInterrupted(): Promise<void> {
  return new Promise((resolve) => {
    let interruptedAt: number | undefined;
    const onSignal = () => {
      const now = performance.now();
      interruptedAt ??= now;
      if (now - interruptedAt > SAME_SIGNAL) process.exit(1);
      resolve();
    };
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, onSignal);
  });
}
