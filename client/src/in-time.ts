import { AtriumError } from "./error.ts";
import type { Timing } from "./timing.ts";

/** Limits of one piece of work. */
export interface Limits {
  timing: Pick<Timing, "after">;
  /** In ms. */
  timeout: number;
  signals: readonly AbortSignal[];
}

/**
 * Runs `work`, whose signal is aborted when a limit ends it; it ends then even if it ignores that signal.
 * @param late the message of the error when the time is over.
 * @throws AtriumError DEADLINE_EXCEEDED, or if a signal has ended the work: its reason.
 */
export async function inTime<T>(
  work: (signal: AbortSignal) => Promise<T>,
  { timing, timeout, signals }: Limits,
  late: string,
): Promise<T> {
  const ending = new AbortController();
  const { signal } = ending;
  const disarm = timing.after(timeout, () => ending.abort(new AtriumError("DEADLINE_EXCEEDED", late)));
  try {
    for (const one of signals) {
      one.throwIfAborted();
      one.addEventListener("abort", () => ending.abort(one.reason), { signal });
    }
    // It listens before `work` does, so that its reason comes first.
    const ended = new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    return await Promise.race([ended, work(signal)]);
  } finally {
    disarm();
    // Removes the listeners of the signals, too.
    ending.abort();
  }
}
