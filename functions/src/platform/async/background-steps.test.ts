import { expect, test } from "@jest/globals";
import { BackgroundSteps } from "./background-steps.ts";

/** Steps on an event loop whose turns take these times, in ms; later ones take none. @param isIdle whether they use no CPU time. */
function stepsOn(turns: number[], isIdle = false) {
  const loop = { now: 0, turns };
  const nextTurn = (resume: () => void) => {
    loop.now += loop.turns.shift() ?? 0;
    resume();
  };
  const cpuTime = () => (isIdle ? 0 : loop.now);
  return { loop, steps: new BackgroundSteps({ now: () => loop.now, cpuTime, nextTurn }, { least: 10, most: 70 }) };
}

test("steps grow up to their largest size while nobody waits", async () => {
  const { steps } = stepsOn([]);
  const sizes = [steps.size];
  for (let i = 0; i < 4; i++) {
    await steps.next();
    sizes.push(steps.size);
  }
  expect(sizes).toStrictEqual([10, 20, 40, 70, 70]);
});

test("a step waits until all that has arrived meanwhile is answered, and the next one is small", async () => {
  const { loop, steps } = stepsOn([0, 0, 0]);
  for (let i = 0; i < 3; i++) await steps.next();
  loop.turns = [3, 2, 4];
  await steps.next();
  expect([loop.turns.length, loop.now, steps.size]).toStrictEqual([0, 9, 10]);
});

test("however many requests there are, background work goes on after 50 ms", async () => {
  const { loop, steps } = stepsOn(Array(100).fill(10));
  await steps.next();
  expect(loop.now).toBe(60);
});

test("turns that are long because other programs use the machine count as quiet", async () => {
  const { loop, steps } = stepsOn([20, 20, 20], true);
  await steps.next();
  expect([loop.turns.length, steps.size]).toStrictEqual([2, 20]);
});
