import type { SetTimer } from "@atrium/functions/platform/async/timer";

/** Longest wait before a retry after a failure, in ms. */
const RETRY = 10 * 60_000;

/** Options of a schedule. */
export interface ScheduleOptions {
  /** Interval, ms. */
  every: number;
  /** Time of the newest backup, in ms since 1970; undefined if there is none. */
  newest(): number | undefined;
  /** Makes a backup. */
  run(): Promise<void>;
  /** Receives the reason if a backup fails. */
  failed(error: unknown): void;
  timer: SetTimer;
  /** Ms since 1970. */
  now(): number;
}

/**
 * Makes backups one after another: the next is due when the newest is one interval old. So a restart makes no extra
 * backup, and a missed one is made at once. A failure is reported and retried within 10 minutes.
 * @returns a function that ends the schedule without waiting for a running backup.
 */
export function runOnSchedule({ every, newest, run, failed, timer, now }: ScheduleOptions): () => void {
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
