import { expect, test } from "@jest/globals";
import { TimeSlice } from "#platform/async/time-slice";
import type { Query, Write } from "#store/port";
import { expectWithContext } from "#testing/harness/jest/context";
import { Recorder } from "#testing/harness/store/recorder";
import { contractIndexes, contractTree } from "#testing/suites/store/contract-tree";
import { openSqliteStore } from "./adapter.ts";

const items = "worlds/w/items";
const path = (n: number) => `${items}/${String(n).padStart(3, "0")}`;
const set = (n: number, data: { n: number; kind?: string; text?: string }): Write => ({
  op: "set",
  path: path(n),
  data: { kind: "k", ...data },
});
/** The newest first, so that changed documents move. */
const byKind: Query = {
  collection: items,
  where: [{ field: "kind", op: "==", value: "k" }],
  orderBy: [{ field: "n", direction: "desc" }],
};

/** A store whose reads stop after each document until `turn` is called, and the number of stops. */
async function storeInSteps() {
  let now = 0;
  const waiting: (() => void)[] = [];
  const slice = new TimeSlice({ now: () => (now += 1000), nextTurn: (resume) => void waiting.push(resume) });
  const options = { file: ":memory:", tree: contractTree, indexes: contractIndexes, slice };
  const steps = {
    turns: 0,
    /** Lets waiting reads continue, turn after turn, until the read is done. */
    async finish<T>(read: Promise<T>): Promise<T> {
      let isDone = false;
      const done = read.finally(() => {
        isDone = true;
      });
      for (; !isDone; await new Promise(setImmediate)) {
        const resume = waiting.shift();
        if (resume) steps.turns++;
        resume?.();
      }
      return done;
    },
    /** Lets stopped reads continue, this many times. */
    async go(times: number): Promise<void> {
      for (let i = 0; i < times; i++) {
        waiting.shift()?.();
        await new Promise(setImmediate);
      }
    },
  };
  return { store: await openSqliteStore(options), steps };
}

for (const [size, text] of [
  ["small", ""],
  ["large", "x".repeat(10_000)],
] as const) {
  test(`a query over ${size} documents takes a turn for each, and so does a read by path`, async () => {
    const { store, steps } = await storeInSteps();
    await store.commit(Array.from({ length: 20 }, (_, n) => set(n, { n, text })));
    expect((await steps.finish(store.query(byKind))).docs.length).toBe(20);
    expectWithContext(steps.turns, `${steps.turns} turns`).toBeGreaterThanOrEqual(20);
    steps.turns = 0;
    const docs = await steps.finish(store.getMany(Array.from({ length: 20 }, (_, n) => path(n))));
    expect(docs.map((doc) => doc?.data.n)).toStrictEqual(Array.from({ length: 20 }, (_, n) => n));
    expectWithContext(steps.turns, `${steps.turns} turns`).toBeGreaterThanOrEqual(20);
  });

  test(`a query over ${size} documents that change meanwhile returns one state of them, the latest`, async () => {
    const { store, steps } = await storeInSteps();
    await store.commit(Array.from({ length: 10 }, (_, n) => set(n, { n, text })));
    const read = store.query(byKind);
    await steps.go(6);
    // One already read, one not yet read, one deleted, one new; each now has another position.
    await store.commit([
      set(9, { n: 0, text: "changed" }),
      set(0, { n: 99, text: "changed" }),
      { op: "delete", path: path(5) },
      set(50, { n: 50, text }),
    ]);
    const { docs } = await steps.finish(read);
    expect(docs.map(({ id, data }) => [id, data.n])).toStrictEqual([
      ["000", 99],
      ["050", 50],
      ...[8, 7, 6, 4, 3, 2, 1].map((n) => [`00${n}`, n]),
      ["009", 0],
    ]);
    expect(docs.at(-1)?.data.text).toBe("changed");
  });

  test(`${size} documents that change while they are read by path are returned as of one moment`, async () => {
    const { store, steps } = await storeInSteps();
    await store.commit(Array.from({ length: 10 }, (_, n) => set(n, { n, text })));
    const read = store.getMany(Array.from({ length: 11 }, (_, n) => path(n)));
    await steps.go(5);
    const changed = Array.from({ length: 11 }, (_, n) => set(n, { n: n + 100, text }));
    await store.commit([...changed.slice(1), { op: "delete", path: path(0) }]);
    expect((await steps.finish(read)).map((doc) => doc?.data.n)).toStrictEqual([
      undefined,
      ...Array.from({ length: 10 }, (_, n) => n + 101),
    ]);
  });
}

test("a large count takes a turn for each batch, over a collection and over an index", async () => {
  const { store, steps } = await storeInSteps();
  const ids = Array.from({ length: 12_000 }, (_, n) => String(n).padStart(5, "0"));
  for (let start = 0; start < ids.length; start += 500)
    await steps.finish(
      store.commit(
        ids.slice(start, start + 500).map((id) => ({ op: "set", path: `${items}/${id}`, data: { kind: "k", n: 1 } })),
      ),
    );
  const queries: Query[] = [{ collection: items }, byKind, { ...byKind, limit: 11_000 }];
  for (const query of queries) {
    steps.turns = 0;
    expect(await steps.finish(store.count(query))).toBe(query.limit ?? 12_000);
    expectWithContext(steps.turns, `${steps.turns} turns`).toBeGreaterThanOrEqual(2);
  }
});

test("the first read of a watch takes a turn for each document, and misses nothing that is committed meanwhile", async () => {
  const { store, steps } = await storeInSteps();
  await store.commit(Array.from({ length: 10 }, (_, n) => set(n, { n })));
  const watch = Recorder.watch(store, { collection: items });
  await new Promise(setImmediate);
  await steps.go(4);
  expect(watch.received).toStrictEqual([]);
  await store.commit([set(0, { n: 100 }), { op: "delete", path: path(9) }, set(50, { n: 50 })]);
  await steps.finish(watch.calls(1));
  await store.commit([set(1, { n: 101 })]);
  await steps.finish(watch.calls(2));
  expect(watch.story).toStrictEqual([
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 50].map((n) => `added ${String(n).padStart(3, "0")}`),
    ["modified 001"],
  ]);
  expect(watch.numbers).toMatchObject({ "000": 100, "001": 101 });
});
