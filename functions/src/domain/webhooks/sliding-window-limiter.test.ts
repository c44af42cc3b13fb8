import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { SlidingWindowLimiter } from "./sliding-window-limiter.ts";

test("without a limit every start is immediate", () => {
  const limiter = new SlidingWindowLimiter(undefined);
  expect(Array.from({ length: 5 }, () => limiter.take(1000))).toStrictEqual([0, 0, 0, 0, 0]);
  expect(limiter.countsUntil(1000)).toBe(0);
});

test("one start more than the limit waits until the first is a second old", () => {
  const limiter = new SlidingWindowLimiter(2);
  expect([limiter.take(1000), limiter.take(1400), limiter.take(1500)]).toStrictEqual([0, 0, 2000]);
  expect([limiter.take(1999), limiter.take(2000), limiter.take(2001)]).toStrictEqual([2000, 0, 2400]);
});

test("after the clock was set back, starts wait a second at most, and still obey the limit", () => {
  const hour = 3_600_000;
  const limiter = new SlidingWindowLimiter(2);
  for (const at of [hour, hour + 1]) limiter.take(at);
  expect(limiter.countsUntil(1000)).toBe(2000);
  expect([limiter.take(1000), limiter.take(2000), limiter.take(2001), limiter.take(2002)]).toStrictEqual([
    2000, 0, 0, 3000,
  ]);
  const next = new SlidingWindowLimiter(2, `2@${hour}`);
  expect([next.take(1000), next.take(2000)]).toStrictEqual([2000, 0]);
});

test("starts in another process count as if all were made at the time of the last one", () => {
  const first = new SlidingWindowLimiter(2);
  first.take(1000);
  first.take(1700);
  const next = new SlidingWindowLimiter(2, first.toString());
  expect(next.countsUntil(1800)).toBe(2700);
  expect([next.take(2699), next.take(2700)]).toStrictEqual([2700, 0]);
});

test("no one-second window has more starts than the limit, whichever process takes over", () => {
  const steps = fc.array(fc.record({ wait: fc.integer({ min: 0, max: 400 }), handOver: fc.boolean() }), {
    maxLength: 200,
  });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10 }), steps, (limit, script) => {
      let limiter = new SlidingWindowLimiter(limit);
      let now = 10_000;
      const starts: number[] = [];
      for (const { wait, handOver } of script) {
        now += wait;
        if (handOver) limiter = new SlidingWindowLimiter(limit, limiter.toString());
        if (limiter.take(now) === 0) starts.push(now);
      }
      for (const at of starts)
        expect(starts.filter((other) => other > at - 1000 && other <= at).length).toBeLessThanOrEqual(limit);
    }),
  );
});

test("a changed limit applies at once; starts without a limit use up a whole second", () => {
  const limiter = new SlidingWindowLimiter(3);
  expect([limiter.take(1000), limiter.take(1100), limiter.take(1200)]).toStrictEqual([0, 0, 0]);
  limiter.change(2, 1300);
  expect([limiter.take(2050), limiter.take(2100), limiter.take(2101)]).toStrictEqual([2100, 0, 2200]);
  limiter.change(undefined, 2102);
  expect(limiter.take(2102)).toBe(0);
  limiter.change(1, 2103);
  expect([limiter.take(3102), limiter.take(3103)]).toStrictEqual([3103, 0]);
});
