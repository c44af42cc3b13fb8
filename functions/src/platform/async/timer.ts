/** Calls `run` once after `ms`. @returns a function that cancels the timer. */
export type SetTimer = (ms: number, run: () => void) => () => void;

/** Longest delay that `setTimeout` supports, in ms. */
const MAX_DELAY = 2 ** 31 - 1;

/** The timer of the process. It does not keep the process alive and waits at most 24 days. */
export const hostTimer: SetTimer = (ms, run) => {
  const timer = setTimeout(run, Math.min(ms, MAX_DELAY)).unref();
  return () => clearTimeout(timer);
};

/** Resolves after `ms`. */
export function pause(ms: number, timer: SetTimer): Promise<void> {
  return new Promise((resolve) => void timer(ms, resolve));
}

/** Resolves when the work is done, at the latest after `ms`. Rejects if the work rejects before then. */
export async function waitAtMost(ms: number, work: Promise<unknown>, timer: SetTimer): Promise<void> {
  let cancel = () => {};
  const timeout = new Promise<void>((resolve) => {
    cancel = timer(ms, resolve);
  });
  await Promise.race([work, timeout]).finally(() => cancel());
}
