import { expect, test } from "@jest/globals";
import { BackgroundSteps } from "./background-steps.ts";
import { Foreground } from "./foreground.ts";

const SECOND = 1000;
/** When the foreground was created, in ms. */
const START = 5000;

/** Background steps with a foreground, on clocks that the test sets. */
function stepsBeside() {
  const clock = { now: START, cpu: 0, turns: 0, ring: () => {} };
  const foreground = new Foreground(() => clock.now);
  const nextTurn = (resume: () => void) => {
    clock.turns++;
    resume();
  };
  const timer = (_: number, run: () => void) => {
    clock.ring = run;
    return () => {};
  };
  const timing = { cpuTime: () => clock.cpu, nextTurn, timer };
  const steps = new BackgroundSteps(foreground, { least: 4, first: 20, most: 70 }, timing);
  /** Takes steps that use `each` ms of CPU time per item. @returns their sizes. */
  const sizesOf = async (count: number, each: number) => {
    const sizes: number[] = [];
    for (let i = 0; i < count; i++) {
      sizes.push(steps.size);
      clock.cpu += each * steps.size;
      await steps.next();
    }
    return sizes;
  };
  return { clock, foreground, steps, sizesOf };
}

test("while requests arrive, a step takes as many items as fit into a millisecond", async () => {
  const { sizesOf } = stepsBeside();
  await sizesOf(1, 2);
  expect(await sizesOf(5, 0.1)).toStrictEqual([4, 8, 10, 10, 10]);
  expect(await sizesOf(3, 0.5)).toStrictEqual([10, 4, 4]);
});

test("a small amount of work takes steps of up to 6 ms", async () => {
  const { sizesOf } = stepsBeside();
  expect(await sizesOf(8, 0.1)).toStrictEqual([20, 40, 60, 60, 60, 60, 60, 10]);
});

test("a second after the last request, steps grow up to their largest size, however long they take", async () => {
  const { clock, foreground, sizesOf } = stepsBeside();
  clock.now += 2 * SECOND;
  expect(await sizesOf(4, 1)).toStrictEqual([20, 40, 70, 70]);
  foreground.begin();
  foreground.end();
  expect(await sizesOf(2, 1)).toStrictEqual([70, 4]);
});

test("a step begins in a later turn, once the requests in progress have been answered", async () => {
  const { clock, foreground, steps } = stepsBeside();
  foreground.begin();
  foreground.begin();
  let hasBegun = false;
  const next = steps.next().then(() => {
    hasBegun = true;
  });
  foreground.end();
  await new Promise(setImmediate);
  expect([clock.turns, hasBegun]).toStrictEqual([1, false]);
  foreground.end();
  await next;
});

test("a step that is interrupted lets requests go first, and still counts the time it used before", async () => {
  const { clock, foreground, steps, sizesOf } = stepsBeside();
  await sizesOf(1, 2);
  clock.cpu += 1;
  foreground.begin();
  const interrupted = steps.interrupt();
  await new Promise(setImmediate);
  // A request that begins when the first one ends goes before the step, too.
  clock.cpu += 100;
  foreground.end();
  foreground.begin();
  await new Promise(setImmediate);
  foreground.end();
  await interrupted;
  clock.cpu += 2;
  await steps.next();
  expect(steps.size).toBe(4);
  clock.cpu += 0.25;
  await steps.interrupt();
  clock.cpu += 0.25;
  await steps.next();
  expect(steps.size).toBe(8);
});

test("a request that waits for something else does not hold up steps", async () => {
  const { clock, foreground, steps } = stepsBeside();
  foreground.begin();
  const next = steps.next();
  await new Promise(setImmediate);
  clock.ring();
  await next;
  expect(foreground.isBusy).toBe(true);
});
