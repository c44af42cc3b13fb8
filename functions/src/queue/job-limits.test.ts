import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { expectWithContext } from "#testing/harness/jest/context";
import { job } from "#testing/suites/queue/rig";
import { JobLimits } from "./job-limits.ts";

const paced = (rate: number, concurrency = 1000) => job("paced", async () => {}, { rate, concurrency });

/** Starts a task if the limits allow it. */
function begin(limits: JobLimits, now: number): boolean {
  if (!limits.reserve("paced", now)) return false;
  limits.begin("paced", now);
  return true;
}

test("no second has more starts than the rate, and never do more tasks run than the concurrency, whatever their arrival times", () => {
  const steps = fc.array(fc.record({ pause: fc.nat(700), tasks: fc.nat(6), ending: fc.nat(6) }), { maxLength: 40 });
  fc.assert(
    fc.property(
      steps,
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 1, max: 8 }),
      (schedule, rate, concurrency) => {
        const limits = new JobLimits([paced(rate, concurrency)], 1);
        const begun: number[] = [];
        let now = 0;
        let running = 0;
        let reserved = 0;
        for (const { pause, tasks, ending } of schedule) {
          now += pause;
          // A slow claim makes a task start later than its slot was reserved.
          for (; reserved > 0; reserved--, running++) {
            limits.begin("paced", now);
            begun.push(now);
          }
          for (let i = 0; i < tasks; i++) if (limits.reserve("paced", now)) reserved++;
          for (let i = Math.min(ending, running); i > 0; i--, running--) limits.end("paced");
          expect(running + reserved).toBeLessThanOrEqual(concurrency);
        }
        for (const at of begun)
          expect(begun.filter((other) => other > at - 1000 && other <= at).length).toBeLessThanOrEqual(rate);
      },
    ),
  );
});

test("a rate limits the starts per second, and the next free slot is known", () => {
  const limits = new JobLimits([paced(3)], 1);
  expect([0, 100, 200, 300].map((now) => begin(limits, now))).toStrictEqual([true, true, true, false]);
  expect(limits.availableJobs(300)).toStrictEqual([]);
  expect(limits.nextSlotAt(300)).toBe(1000);
  expect(begin(limits, 999)).toBe(false);
  expect(begin(limits, 1000)).toBe(true);
});

test("a rate below one starts one task in several seconds", () => {
  const limits = new JobLimits([paced(0.25)], 1);
  expect(begin(limits, 0)).toBe(true);
  expect(begin(limits, 3999)).toBe(false);
  expect(begin(limits, 4000)).toBe(true);
});

test("processes that share a queue share the limits of its jobs", () => {
  const four = Array.from({ length: 4 }, () => new JobLimits([paced(8, 20)], 4));
  for (const limits of four) for (let i = 0; i < 10; i++) begin(limits, 0);
  expect(four.map((limits) => limits.available("paced", 0))).toStrictEqual([0, 0, 0, 0]);
  for (const limits of four) for (let i = 0; i < 2; i++) limits.end("paced");
  expectWithContext(four[0]?.available("paced", 1000), "a quarter of eight in a second").toBe(2);
  const unpaced = new JobLimits([job("paced", async () => {}, { concurrency: 20 })], 4);
  expect(unpaced.available("paced", 0)).toBe(5);
});

test("a reserved slot that is not used is released", () => {
  const limits = new JobLimits([paced(1, 1)], 1);
  expect(limits.reserve("paced", 0)).toBe(true);
  expect(limits.reserve("paced", 0)).toBe(false);
  limits.cancel("paced");
  expect(limits.reserve("paced", 0)).toBe(true);
  expect(limits.available("unknown", 0)).toBe(0);
});
