/** Clock, timers and randomness, so that tests can replace them. */
export interface Timing {
  /** Ms since 1970. */
  now(): number;
  /** From 0 to 1. */
  random(): number;
  /** Ends after so many ms, or at once with the reason of the signal. */
  sleep(ms: number, signals: readonly AbortSignal[]): Promise<void>;
  /** Calls `run` after so many ms. @returns what prevents it. */
  after(ms: number, run: () => void): () => void;
}

/** The real clock. */
export const realTiming: Timing = {
  now: Date.now,
  random: Math.random,
  after: (ms, run) => {
    // Timers have a maximum, and a longer wait never ends.
    const timer = ms < 2 ** 31 ? setTimeout(run, ms) : undefined;
    return () => clearTimeout(timer);
  },
  sleep: (ms, signals) =>
    new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        for (const signal of signals) signal.removeEventListener("abort", end);
        const aborted = signals.find((signal) => signal.aborted);
        if (aborted) reject(aborted.reason);
        else resolve();
      };
      const timer = setTimeout(end, ms);
      for (const signal of signals) signal.addEventListener("abort", end);
      if (signals.some((signal) => signal.aborted)) end();
    }),
};
