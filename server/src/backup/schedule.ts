import type { SetTimer } from "@atrium/functions/platform/timer";

/** Longest time after a failure until the next try, in ms. */
const RETRY = 10 * 60_000;

/** What a schedule is made with. */
export interface ScheduleOptions {
  /** Ms from one backup to the next. */
  every: number;
  /** When the newest backup was made, in ms since 1970; undefined: there is none. */
  newest(): number | undefined;
  /** Makes a backup. */
  run(): Promise<void>;
  /** Told why a backup could not be made. */
  failed(error: unknown): void;
  timer: SetTimer;
  /** Ms since 1970. */
  now(): number;
}

/**
 * Makes backups one after another: the next is due when the newest is as old as the schedule says, so a start does not make
 * one too many, and one that was missed is made at once. A failure is told and tried again within 10 minutes.
 * @returns ends the schedule; a backup that is being made is not waited for.
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
  // A clock that was set back must not put the next one off for longer than usual.
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
