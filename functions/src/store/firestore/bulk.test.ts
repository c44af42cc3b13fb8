import { expect, test } from "@jest/globals";
import type { Write } from "#store/port";
import { expectWithContext } from "#testing/harness/jest/context";
import { bulk as bulkAt } from "./bulk.ts";
import { Ramp } from "./ramp.ts";

/** Pauses take no time. */
const bulk: (writes: Iterable<Write>, commit: (batch: Write[]) => Promise<void>) => Promise<void> = (writes, commit) =>
  bulkAt(writes, new Ramp({ now: () => 0, pause: async () => {}, random: () => 0 }), commit);

const write = (n: number, text = ""): Write => ({ op: "set", path: `worlds/${n}`, data: { text } });
const many = (count: number, text?: string) => Array.from({ length: count }, (_, n) => write(n, text));

test("batches hold at most 500 writes and at most 4 MiB, and name no document twice", async () => {
  const sizes = async (writes: Write[]) => {
    const batches: number[] = [];
    await bulk(writes, async (batch) => void batches.push(batch.length));
    return batches;
  };
  expect(await sizes(many(1201))).toStrictEqual([500, 500, 201]);
  expect(await sizes(many(10, "x".repeat(1_000_000)))).toStrictEqual([4, 4, 2]);
  expect(await sizes([write(1), write(2), write(1), write(3)])).toStrictEqual([2, 2]);
  expect(await sizes([])).toStrictEqual([]);
});

test("at most four commits run at once", async () => {
  let running = 0;
  let most = 0;
  await bulk(many(5000), async () => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setImmediate(resolve));
    running--;
  });
  expect(most).toBe(4);
});

test("after a failure no further batch starts, and running ones have ended", async () => {
  let begun = 0;
  let ended = 0;
  const failing = bulk(many(10_000), async () => {
    const mine = ++begun;
    await new Promise((resolve) => setImmediate(resolve));
    ended++;
    if (mine === 2) throw new Error("the second failed");
  });
  await expect(failing).rejects.toThrow(/the second failed/);
  expectWithContext(begun, `${begun} of 20 batches were begun`).toBeLessThan(10);
  expect(ended).toBe(begun);
});

test("a source that fails, or an invalid write, waits for running batches too", async () => {
  for (const last of [new Error("no more"), { ...write(0), data: { a: Number.NaN } } as Write]) {
    let ended = 0;
    const source = (function* () {
      yield* many(1001);
      if (last instanceof Error) throw last;
      yield last;
    })();
    const failing = bulk(source, async () => {
      await new Promise((resolve) => setImmediate(resolve));
      ended++;
    });
    await expect(failing).rejects.toThrow(
      last instanceof Error ? /no more/ : expect.objectContaining({ code: "INVALID_ARGUMENT" }),
    );
    expect(ended).toBe(2);
  }
});
