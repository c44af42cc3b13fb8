import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "@jest/globals";
import { runOnSchedule } from "./schedule.ts";

const HOUR = 3_600_000;

/** A schedule of hourly backups on a manual clock, which `pass` moves to the next alarm. */
function schedule({ newest = undefined as number | undefined, fails = (): boolean => false } = {}) {
  const alarms: { at: number; run: () => void }[] = [];
  const start = 1_800_000_000_000;
  let now = start;
  const runTimes: number[] = [];
  const failures: unknown[] = [];
  const end = runOnSchedule({
    every: HOUR,
    newest: () => (newest === undefined ? undefined : start + newest),
    run: async () => {
      if (fails()) throw new Error("The disk is full.");
      runTimes.push(now - start);
    },
    failed: (error) => failures.push(error),
    timer: (ms, run) => {
      const alarm = { at: now + ms, run };
      alarms.push(alarm);
      return () => void alarms.splice(alarms.indexOf(alarm), 1);
    },
    now: () => now,
  });
  const ring = async () => {
    const next = alarms.shift();
    if (!next) return;
    now = next.at;
    next.run();
    await turn();
  };
  return { alarms, made: runTimes, failures, end, ring, due: () => (alarms[0]?.at ?? Number.NaN) - now };
}

test("the first backup is made at once, and the others follow every hour", async () => {
  const { made, ring, alarms } = schedule();
  for (let i = 0; i < 3; i++) await ring();
  expect(made).toStrictEqual([0, HOUR, 2 * HOUR]);
  expect(alarms).toHaveLength(1);
});

test("a restart continues the schedule, and makes a missed backup at once", async () => {
  expect(schedule({ newest: -0.75 * HOUR }).due()).toBe(HOUR / 4);
  expect(schedule({ newest: -5 * HOUR }).due()).toBe(0);
  // The clock was set back by a year.
  expect(schedule({ newest: 365 * 24 * HOUR }).due()).toBe(HOUR);
});

test("a failed backup is reported and retried after 10 minutes, and the schedule then continues", async () => {
  let isFull = true;
  const { made, failures, ring, due } = schedule({ fails: () => isFull });
  await ring();
  expect(failures).toStrictEqual([new Error("The disk is full.")]);
  expect(due()).toBe(600_000);
  isFull = false;
  await ring();
  expect(made).toStrictEqual([600_000]);
  expect(due()).toBe(HOUR);
});

test("an ended schedule makes no more backups, not even after a running one", async () => {
  const { alarms, ring, end } = schedule();
  const last = ring();
  end();
  await last;
  expect(alarms).toStrictEqual([]);
});
