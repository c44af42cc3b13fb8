import { expect, test } from "@jest/globals";
import { expectWithContext } from "#testing/harness/jest/context";
import { QuickTiming } from "#testing/harness/time/quick-timing";
import { Ramp } from "./ramp.ts";

const MINUTE = 60_000;

/** Takes 500 writes at a time for `ms`, and returns how many it took. */
async function takeFor(ramp: Ramp, timing: QuickTiming, ms: number): Promise<number> {
  const end = timing.now() + ms;
  let writeCount = 0;
  for (;;) {
    await ramp.take(500);
    if (timing.now() >= end) return writeCount;
    writeCount += 500;
  }
}

test("bulk writes begin at 500 a second, and grow by half every five minutes", async () => {
  const timing = new QuickTiming();
  const ramp = new Ramp(timing);
  expect(await takeFor(ramp, timing, 5 * MINUTE)).toBe(5 * 60 * 500);
  const second = await takeFor(ramp, timing, 5 * MINUTE);
  expectWithContext(Math.abs(second - 5 * 60 * 750), `${second}`).toBeLessThanOrEqual(1000);
});

test("bulk writes never exceed 10,000 a second", async () => {
  const timing = new QuickTiming();
  const ramp = new Ramp(timing);
  for (let i = 0; i < 10; i++) await takeFor(ramp, timing, 5 * MINUTE);
  const last = await takeFor(ramp, timing, MINUTE);
  expectWithContext(last <= 60 * 10_000 + 500 && last > 60 * 9_000, `${last}`).toBe(true);
});

test("the first batch does not wait, and after five idle minutes the ramp restarts", async () => {
  const timing = new QuickTiming();
  const ramp = new Ramp(timing);
  await takeFor(ramp, timing, 20 * MINUTE);
  timing.advance(5 * MINUTE + 1000);
  timing.pauses.length = 0;
  for (let i = 0; i < 3; i++) await ramp.take(500);
  expect(timing.pauses).toStrictEqual([1000, 1000]);
});
