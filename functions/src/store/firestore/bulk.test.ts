import assert from "node:assert/strict";
import { test } from "node:test";
import type { Write } from "#store/port";
import { bulk as bulkAt } from "./bulk.ts";
import { Ramp } from "./ramp.ts";

/** At no pace: no pause takes time. */
const bulk: (writes: Iterable<Write>, commit: (piece: Write[]) => Promise<void>) => Promise<void> = (writes, commit) =>
  bulkAt(writes, new Ramp({ now: () => 0, pause: async () => {}, random: () => 0 }), commit);

const write = (n: number, text = ""): Write => ({ op: "set", path: `worlds/${n}`, data: { text } });
const many = (count: number, text?: string) => Array.from({ length: count }, (_, n) => write(n, text));

test("pieces hold at most 500 writes and at most 4 MiB, and name no document twice", async () => {
  const sizes = async (writes: Write[]) => {
    const pieces: number[] = [];
    await bulk(writes, async (piece) => void pieces.push(piece.length));
    return pieces;
  };
  assert.deepEqual(await sizes(many(1201)), [500, 500, 201]);
  assert.deepEqual(await sizes(many(10, "x".repeat(1_000_000))), [4, 4, 2]);
  assert.deepEqual(await sizes([write(1), write(2), write(1), write(3)]), [2, 2]);
  assert.deepEqual(await sizes([]), []);
});

test("four commits at most are under way", async () => {
  let running = 0;
  let most = 0;
  await bulk(many(5000), async () => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setImmediate(resolve));
    running--;
  });
  assert.equal(most, 4);
});

test("after a failure no further piece begins, and those under way have ended", async () => {
  let begun = 0;
  let ended = 0;
  const failing = bulk(many(10_000), async () => {
    const mine = ++begun;
    await new Promise((resolve) => setImmediate(resolve));
    ended++;
    if (mine === 2) throw new Error("the second failed");
  });
  await assert.rejects(failing, /the second failed/);
  assert.ok(begun < 10, `${begun} of 20 pieces were begun`);
  assert.equal(ended, begun);
});

test("a source that fails, or a write that breaks a limit, waits for what is under way too", async () => {
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
    await assert.rejects(failing, last instanceof Error ? /no more/ : { code: "INVALID_ARGUMENT" });
    assert.equal(ended, 2);
  }
});
