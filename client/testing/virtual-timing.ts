import type { Timing } from "../src/timing.ts";

/** Where the clock of the client starts, in ms since 1970. */
export const START = Date.UTC(2026, 0, 5, 9);

/** A clock that advances when the client sleeps, with maximum jitter. Timeouts fire when `expire` is called. */
export function virtualTiming() {
  const sleeps: number[] = [];
  const armed: { ms: number; run: () => void }[] = [];
  const timing: Timing = {
    now: () => START + sleeps.reduce((sum, ms) => sum + ms, 0),
    random: () => 1,
    sleep: async (ms, signals) => {
      for (const signal of signals) signal.throwIfAborted();
      sleeps.push(ms);
    },
    after: (ms, run) => {
      const timer = { ms, run };
      armed.push(timer);
      return () => void armed.splice(armed.indexOf(timer), 1);
    },
  };
  const expire = () => {
    for (const { run } of [...armed]) run();
  };
  return { timing, sleeps, armed, expire };
}
