import assert from "node:assert/strict";
import { test } from "node:test";
import { TimeSlice } from "./time-slice.ts";

/** A slice over a clock that is moved by hand, and what waits for the next turn. */
function sliceByHand() {
  const clock = { now: 100 };
  const waiting: (() => void)[] = [];
  const slice = new TimeSlice({ now: () => clock.now, nextTurn: (resume) => void waiting.push(resume) });
  return { clock, waiting, slice };
}

test("a slice is over after 5 ms, and the next turn begins a new one", async () => {
  const { clock, waiting, slice } = sliceByHand();
  clock.now += 4.9;
  assert.equal(slice.isOver, false);
  clock.now += 0.1;
  assert.equal(slice.isOver, true);
  const resumed = slice.next();
  clock.now += 1000;
  assert.equal(slice.isOver, true);
  waiting[0]?.();
  await resumed;
  assert.equal(slice.isOver, false);
  clock.now += 5;
  slice.begin();
  assert.equal(slice.isOver, false);
});

test("what has arrived meanwhile runs before work that has asked for the next turn", async () => {
  const order: string[] = [];
  setImmediate(() => order.push("arrived"));
  await new TimeSlice().next();
  order.push("work");
  assert.deepEqual(order, ["arrived", "work"]);
});
