/** Calls `run` once after `ms`, unless what it returns is called before. */
export type SetTimer = (ms: number, run: () => void) => () => void;

/** Longest time that a timer of the process takes, in ms. */
const LONGEST = 2 ** 31 - 1;

/** The timer of the process, which it does not keep alive. Waits for 24 days at most. */
export const hostTimer: SetTimer = (ms, run) => {
  const timer = setTimeout(run, Math.min(ms, LONGEST)).unref();
  return () => clearTimeout(timer);
};

/** Resolves when the work is done, or after `ms` without it. */
export async function waitAtMost(ms: number, work: Promise<unknown>, timer: SetTimer): Promise<void> {
  let cancel = () => {};
  const tooLong = new Promise<void>((resolve) => {
    cancel = timer(ms, resolve);
  });
  await Promise.race([work, tooLong]).finally(() => cancel());
}
