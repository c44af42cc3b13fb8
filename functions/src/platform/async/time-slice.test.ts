import { expect, test } from "@jest/globals";
import { mapInSlices, TimeSlice } from "./time-slice.ts";

/** A slice with a manual clock, and the callbacks that wait for the next turn. */
function sliceByHand(turns?: number) {
  const clock = { now: 100 };
  const waiting: (() => void)[] = [];
  const slice = new TimeSlice({
    now: () => clock.now,
    nextTurn: (resume) => void waiting.push(resume),
    ...(turns && { turns }),
  });
  return { clock, waiting, slice };
}

test("a slice ends after 5 ms, and the next turn begins a new one", async () => {
  const { clock, waiting, slice } = sliceByHand();
  clock.now += 4.9;
  expect(slice.isOver).toBe(false);
  clock.now += 0.1;
  expect(slice.isOver).toBe(true);
  const resumed = slice.next();
  clock.now += 1000;
  expect(slice.isOver).toBe(true);
  waiting[0]?.();
  await resumed;
  expect(slice.isOver).toBe(false);
  clock.now += 5;
  slice.begin();
  expect(slice.isOver).toBe(false);
});

test("other work gets several turns between two slices, each a slice of its own, or fewer once it has used as long as a slice", async () => {
  for (const [length, turns] of [
    [1, 4],
    [5, 2],
  ] as const) {
    const { clock, waiting, slice } = sliceByHand(4);
    clock.now += 5;
    const resumed = slice.next();
    let count = 0;
    for (; waiting.length > 0; count++) {
      waiting.shift()?.();
      expect(slice.isOver).toBe(false);
      clock.now += length;
    }
    expect(count).toBe(turns);
    await resumed;
  }
});

test("short work waits only for the next turn", async () => {
  const { clock, waiting, slice } = sliceByHand(4);
  clock.now += 5;
  const order: string[] = [];
  const both = Promise.all([slice.next().then(() => order.push("long")), slice.turn().then(() => order.push("short"))]);
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    next();
    await Promise.resolve();
  }
  await both;
  expect(order).toStrictEqual(["short", "long"]);
});

test("waiters share a turn in the order of their calls, and when its slice is over the rest get the next one", async () => {
  const { clock, waiting, slice } = sliceByHand();
  clock.now += 5;
  const order: string[] = [];
  const work = async (name: string) => {
    while (slice.isOver) await slice.next();
    order.push(name);
    clock.now += 3;
  };
  const all = Promise.all(["a", "b", "c"].map(work));
  for (const expected of ["ab", "abc"]) {
    expect(waiting.length).toBe(1);
    waiting.shift()?.();
    await new Promise(setImmediate);
    expect(order.join("")).toBe(expected);
  }
  await all;
});

test("input that has arrived meanwhile is handled before work that waits for the next turn", async () => {
  const order: string[] = [];
  setImmediate(() => order.push("arrived"));
  await new TimeSlice().next();
  order.push("work");
  expect(order).toStrictEqual(["arrived", "work"]);
});

test("mapping a list yields its turn whenever a slice is over, and keeps the order", async () => {
  const { clock, waiting, slice } = sliceByHand();
  let isDone = false;
  const mapped = mapInSlices(
    [1, 2, 3, 4],
    (n) => {
      clock.now += 3;
      return n * n;
    },
    slice,
  ).finally(() => {
    isDone = true;
  });
  let turns = 0;
  for (; !isDone; await new Promise(setImmediate)) {
    const resume = waiting.shift();
    if (resume) turns++;
    resume?.();
  }
  expect(await mapped).toStrictEqual([1, 4, 9, 16]);
  expect(turns).toBe(1);
});

test("a long list begins in a turn of its own, since creating it may have used up this one", async () => {
  const { waiting, slice } = sliceByHand();
  const mapped: number[] = [];
  const done = mapInSlices(
    Array.from({ length: 21 }, (_, i) => i),
    (i) => mapped.push(i),
    slice,
  );
  expect(mapped).toStrictEqual([]);
  waiting.shift()?.();
  await done;
  expect(mapped.length).toBe(21);
});
