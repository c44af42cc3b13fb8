import { expect, test } from "@jest/globals";
import { recentSubscriptions, untilSubscriptionsVisible, writeSubscriptions } from "#domain/events/store/subscriptions";
import { onTestFinished } from "#testing/harness/jest/cleanup";
import { expectWithContext } from "#testing/harness/jest/context";
import { openTestStore } from "#testing/harness/store/test-store";
import { type Cost, MeteredStore } from "./metered.ts";
import type { Doc, Store, Transaction } from "./port.ts";
import { RecentStore } from "./recent-store.ts";

const path = "workspaces/a";
const minute = { maxAge: 60_000, remembers: () => true };

/** Two processes over one store, with a clock that moves when one of them pauses. */
async function rig(wrap = (store: Store) => store) {
  const inner = await openTestStore();
  onTestFinished(() => inner.close());
  const clock = { now: 0 };
  const advance = (ms: number) => {
    clock.now += ms;
  };
  const timing = { now: () => clock.now, pause: async (ms: number) => void advance(ms) };
  const open = () => new RecentStore(wrap(inner), timing);
  const set = (n: number) => inner.commit([{ op: "set", path, data: { n } }]);
  await set(1);
  return { inner, clock, set, one: open(), other: open() };
}

const numberOf = async (store: Store) => (await store.getRecent(path, minute))?.data.n;

test("a document is read once per `maxAge`, however many callers ask, and only actual reads are counted", async () => {
  const { one, clock, set } = await rig();
  const cost: Cost = { reads: 0, writes: 0, trips: 0 };
  const metered = new MeteredStore(one, cost);
  expect(await Promise.all([numberOf(metered), numberOf(metered)])).toStrictEqual([1, 1]);
  await set(2);
  clock.now = 59_999;
  expect([await numberOf(metered), cost]).toStrictEqual([1, { reads: 1, writes: 0, trips: 1 }]);
  clock.now++;
  expect([await numberOf(metered), cost]).toStrictEqual([2, { reads: 2, writes: 0, trips: 2 }]);
});

test("a process sees its own writes at once, and other processes see them once `maxAge` has passed", async () => {
  const { one, other, clock } = await rig();
  const writes: ((n: number) => Promise<unknown>)[] = [
    (n) => one.commit([{ op: "set", path, data: { n } }]),
    (n) => one.transact(async (tx) => tx.update(path, { n })),
    (n) => one.bulk([{ op: "set", path, data: { n } }]),
  ];
  for (const [n, write] of writes.entries()) {
    const before = [await numberOf(one), await numberOf(other)];
    await write(10 + n);
    expect([await numberOf(one), await numberOf(other)]).toStrictEqual([10 + n, before[1]]);
    clock.now += 60_000;
    expect(await numberOf(other)).toBe(10 + n);
  }
});

test("a read that is overtaken by a write of the same process is not remembered", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let isSlow = true;
  const slow = (store: Store): Store =>
    Object.assign(Object.create(store), {
      get: async (at: string): Promise<Doc | undefined> => {
        const doc = await store.get(at);
        if (isSlow) await promise;
        return doc;
      },
      commit: (writes: []) => store.commit(writes),
    });
  const { one } = await rig(slow);
  const reading = numberOf(one);
  await new Promise((ready) => setImmediate(ready));
  await one.commit([{ op: "set", path, data: { n: 2 } }]);
  isSlow = false;
  resolve();
  await reading;
  expect(await numberOf(one)).toBe(2);
});

test("a document that may not be remembered is read again", async () => {
  const { one, set } = await rig();
  const picky = { ...minute, remembers: (doc: Doc | undefined) => doc?.data.n !== 1 };
  for (const n of [1, 2, 2]) {
    expect((await one.getRecent(path, picky))?.data.n).toBe(n);
    await set(2);
  }
  await set(3);
  expect((await one.getRecent(path, picky))?.data.n).toBe(2);
});

test("a read that fails is read again by the next call", async () => {
  let isDown = true;
  const failing = (store: Store): Store =>
    Object.assign(Object.create(store), {
      get: (at: string) => (isDown ? Promise.reject(new Error("The store is down.")) : store.get(at)),
    });
  const { one } = await rig(failing);
  await expect(numberOf(one)).rejects.toThrow("The store is down.");
  isDown = false;
  expect(await numberOf(one)).toBe(1);
});

test("no call that begins after the reply to a subscription misses it, in any process", async () => {
  const { one, other, clock } = await rig();
  const subscribe = (endpointId: string) => (tx: Transaction) => writeSubscriptions(tx, "k", [{ endpointId }]);
  for (let age = 0; age <= 5000; age += 500) {
    // The other process has read at some time before.
    await recentSubscriptions(other, "k");
    clock.now += age;
    await recentSubscriptions(other, "k");
    const id = `after ${age}`;
    await one.transact(async (tx) => subscribe(id)(tx));
    await untilSubscriptionsVisible({ store: one });
    for (const process of [one, other])
      expectWithContext(await recentSubscriptions(process, "k"), id).toStrictEqual([{ endpointId: id }]);
  }
});
