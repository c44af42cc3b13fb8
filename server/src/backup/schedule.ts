import type { SetTimer } from "@atrium/functions/platform/async/timer";

/** Maximum delay of a retry after a failure, ms. */
const RETRY = 10 * 60_000;

/** Options of a schedule. */
export interface ScheduleOptions {
  /** Interval, ms. */
  every: number;
  /** When the newest backup was made, in ms since 1970; undefined: there is none. */
  newest(): number | undefined;
  /** Makes a backup. */
  run(): Promise<void>;
  /** Receives the reason when a backup fails. */
  failed(error: unknown): void;
  timer: SetTimer;
  /** Ms since 1970. */
  now(): number;
}

/**
 * Makes backups one after another: the next is due when the newest is one interval old, so a restart does not make
 * an extra one, and a missed one is made at once. A failure is reported and retried within 10 minutes.
 * @returns a function that ends the schedule without waiting for a running backup.
 */
export function keepBackingUp({ every, newest, run, failed, timer, now }: ScheduleOptions): () => void {
  let cancel = () => {};
  let hasEnded = false;
  const wait = (ms: number) => {
    if (!hasEnded) cancel = timer(Math.max(0, ms), () => void backUp());
  };
  const backUp = async () => {
    try {
      await run();
      wait(every);
    } catch (error) {
      failed(error);
      wait(Math.min(every, RETRY));
    }
  };
  // If the clock was set back, the next backup must still come within one interval.
  const untilNext = () => Math.min(every, (newest() ?? Number.NEGATIVE_INFINITY) + every - now());
  try {
    wait(untilNext());
  } catch (error) {
    failed(error);
    wait(Math.min(every, RETRY));
  }
  return () => {
    hasEnded = true;
    cancel();
  };
}
