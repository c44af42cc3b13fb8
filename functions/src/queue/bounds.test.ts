import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { expectWithContext } from "#testing/harness/context";
import { job } from "#testing/suites/queue/rig";
import { Bounds } from "./bounds.ts";

const paced = (rate: number, concurrency = 1000) => job("paced", async () => {}, { rate, concurrency });

/** Begins a task if it may. */
function begin(bounds: Bounds, now: number): boolean {
  if (!bounds.reserve("paced", now)) return false;
  bounds.begin("paced", now);
  return true;
}

test("whatever arrives when: no window of a second has more beginnings than the rate, no moment more runs than the bound", () => {
  const steps = fc.array(fc.record({ pause: fc.nat(700), tasks: fc.nat(6), ending: fc.nat(6) }), { maxLength: 40 });
  fc.assert(
    fc.property(steps, fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 8 }), (given, rate, concurrency) => {
      const bounds = new Bounds([paced(rate, concurrency)], 1);
      const begun: number[] = [];
      let now = 0;
      let running = 0;
      let reserved = 0;
      for (const { pause, tasks, ending } of given) {
        now += pause;
        // Those whose claim has taken a while begin in another moment than they were promised.
        for (; reserved > 0; reserved--, running++) {
          bounds.begin("paced", now);
          begun.push(now);
        }
        for (let i = 0; i < tasks; i++) if (bounds.reserve("paced", now)) reserved++;
        for (let i = Math.min(ending, running); i > 0; i--, running--) bounds.end("paced");
        expect(running + reserved).toBeLessThanOrEqual(concurrency);
      }
      for (const at of begun)
        expect(begun.filter((other) => other > at - 1000 && other <= at).length).toBeLessThanOrEqual(rate);
    }),
  );
});

test("a rate lets as many begin as it says, and says when it lets the next", () => {
  const bounds = new Bounds([paced(3)], 1);
  expect([0, 100, 200, 300].map((now) => begin(bounds, now))).toStrictEqual([true, true, true, false]);
  expect(bounds.open(300)).toStrictEqual([]);
  expect(bounds.reopensAt(300)).toBe(1000);
  expect(begin(bounds, 999)).toBe(false);
  expect(begin(bounds, 1000)).toBe(true);
});

test("a rate below one lets one begin in so many seconds", () => {
  const bounds = new Bounds([paced(0.25)], 1);
  expect(begin(bounds, 0)).toBe(true);
  expect(begin(bounds, 3999)).toBe(false);
  expect(begin(bounds, 4000)).toBe(true);
});

test("processes that share a queue share its bounds", () => {
  const four = Array.from({ length: 4 }, () => new Bounds([paced(8, 20)], 4));
  for (const bounds of four) for (let i = 0; i < 10; i++) begin(bounds, 0);
  expect(four.map((bounds) => bounds.free("paced", 0))).toStrictEqual([0, 0, 0, 0]);
  for (const bounds of four) for (let i = 0; i < 2; i++) bounds.end("paced");
  expectWithContext(four[0]?.free("paced", 1000), "a quarter of eight in a second").toBe(2);
  const unpaced = new Bounds([job("paced", async () => {}, { concurrency: 20 })], 4);
  expect(unpaced.free("paced", 0)).toBe(5);
});

test("a place that is not used is given back", () => {
  const bounds = new Bounds([paced(1, 1)], 1);
  expect(bounds.reserve("paced", 0)).toBe(true);
  expect(bounds.reserve("paced", 0)).toBe(false);
  bounds.cancel("paced");
  expect(bounds.reserve("paced", 0)).toBe(true);
  expect(bounds.free("unknown", 0)).toBe(0);
});
