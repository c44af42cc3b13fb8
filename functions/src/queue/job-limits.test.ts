import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { expectWithContext } from "#testing/harness/jest/context";
import { job } from "#testing/suites/queue/rig";
import { JobLimits } from "./job-limits.ts";
import type { Slot } from "./key-shares.ts";

const paced = (rate: number, concurrency = 1000) => job("paced", async () => {}, { rate, concurrency });

/** Reserves a slot for a task, of an API key if it names one. */
const reserve = (limits: JobLimits, now: number, apiKeyId?: string) => limits.reserve({ job: "paced", apiKeyId }, now);

/** Starts a task if the limits allow it. */
function begin(limits: JobLimits, now: number, apiKeyId?: string): Slot | undefined {
  const slot = reserve(limits, now, apiKeyId);
  slot?.begin(now);
  return slot;
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
        const running: Slot[] = [];
        const reservedSlots: Slot[] = [];
        for (const { pause, tasks, ending } of schedule) {
          now += pause;
          // A slow claim makes a task start later than its slot was reserved.
          for (const slot of reservedSlots.splice(0)) {
            slot.begin(now);
            running.push(slot);
            begun.push(now);
          }
          for (let i = 0; i < tasks; i++) reservedSlots.push(...[reserve(limits, now) ?? []].flat());
          for (const slot of running.splice(0, ending)) slot.end(now);
          expect(running.length + reservedSlots.length).toBeLessThanOrEqual(concurrency);
        }
        for (const at of begun)
          expect(begun.filter((other) => other > at - 1000 && other <= at).length).toBeLessThanOrEqual(rate);
      },
    ),
  );
});

test("a rate limits the starts per second, and the next free slot is known", () => {
  const limits = new JobLimits([paced(3)], 1);
  expect([0, 100, 200, 300].map((now) => begin(limits, now) !== undefined)).toStrictEqual([true, true, true, false]);
  expect(limits.availableJobs(300)).toStrictEqual([]);
  expect(limits.nextSlotAt(300)).toBe(1000);
  expect(begin(limits, 999)).toBeUndefined();
  expect(begin(limits, 1000)).toBeDefined();
});

test("a rate below one starts one task in several seconds", () => {
  const limits = new JobLimits([paced(0.25)], 1);
  expect(begin(limits, 0)).toBeDefined();
  expect(begin(limits, 3999)).toBeUndefined();
  expect(begin(limits, 4000)).toBeDefined();
});

test("processes that share a queue share the limits of its jobs", () => {
  const four = Array.from({ length: 4 }, () => new JobLimits([paced(8, 20)], 4));
  const slots = four.map((limits) => Array.from({ length: 10 }, () => begin(limits, 0)));
  expect(four.map((limits) => limits.available("paced", 0))).toStrictEqual([0, 0, 0, 0]);
  for (const [first, second] of slots) for (const slot of [first, second]) slot?.end(0);
  expectWithContext(four[0]?.available("paced", 1000), "a quarter of eight in a second").toBe(2);
  const unpaced = new JobLimits([job("paced", async () => {}, { concurrency: 20 })], 4);
  expect(unpaced.available("paced", 0)).toBe(5);
});

test("a reserved slot that is not used is released", () => {
  const limits = new JobLimits([paced(1, 1)], 1);
  const slot = reserve(limits, 0);
  expect(reserve(limits, 0)).toBeUndefined();
  slot?.cancel();
  expect(reserve(limits, 0)).toBeDefined();
  expect(limits.available("unknown", 0)).toBe(0);
});

test("an API key has all slots of a job while its tasks are quick, and half of them after a slow one", () => {
  const limits = new JobLimits([job("paced", async () => {}, { concurrency: 4 })], 1);
  const beginAll = (now: number, apiKeyId: string) =>
    Array.from({ length: 4 }, () => begin(limits, now, apiKeyId)).filter((slot) => slot !== undefined);
  const endAll = (slots: Slot[], now: number) => {
    for (const slot of slots) slot.end(now);
  };
  const first = beginAll(0, "one");
  expect(first.length).toBe(4);
  endAll(first, 1999);
  const second = beginAll(2000, "one");
  expect(second.length).toBe(4);
  endAll(second, 4000);
  const third = beginAll(4000, "one");
  expect([third.length, beginAll(4000, "two").length]).toStrictEqual([2, 2]);
  expect(limits.postpone({ job: "paced", apiKeyId: "one" }, 4000)).toBe(1000);
  expect(limits.postpone({ job: "paced", apiKeyId: "one" }, 4000)).toBe(1050);
  endAll(third, 5000);
  expect(beginAll(5000, "one").length).toBe(2);
});

test("an API key whose running task is slow already gets no more than half, and may start again when one has ended", () => {
  const limits = new JobLimits([job("paced", async () => {}, { concurrency: 4 })], 1);
  const running = [begin(limits, 0, "one"), begin(limits, 1000, "one")];
  expect(limits.postpone({ job: "paced", apiKeyId: "one" }, 1999)).toBeUndefined();
  expect(reserve(limits, 2000, "one")).toBeUndefined();
  expect(limits.postpone({ job: "paced", apiKeyId: undefined }, 2000)).toBeUndefined();
  running[0]?.end(2500);
  expect(reserve(limits, 2500, "one")).toBeDefined();
});
