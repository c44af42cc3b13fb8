/** Clock, timers and randomness, which tests replace. */
export interface Timing {
  /** Ms since 1970. */
  now(): number;
  /** From 0 to 1. */
  random(): number;
  /** Waits this many ms. @throws the reason of a signal, as soon as it is aborted. */
  sleep(ms: number, signals: readonly AbortSignal[]): Promise<void>;
  /** Calls `run` after this many ms. @returns cancels it. */
  after(ms: number, run: () => void): () => void;
}

/** The real clock. */
export const realTiming: Timing = {
  now: Date.now,
  random: Math.random,
  after: (ms, run) => {
    // A timer has a maximum delay; a longer wait is treated as endless.
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
