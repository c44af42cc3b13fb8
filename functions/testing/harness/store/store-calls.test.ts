import { expect, test } from "@jest/globals";
import { ForwardingStore } from "#store/forwarding-store";
import type { Store } from "#store/port";
import { counted, hasWaited } from "./store-calls.ts";

/** A store whose reads end when the test calls `end`. */
function slowStore(): { store: Store; end: () => void } {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  return { store: { get: () => promise } as unknown as Store, end: () => resolve(undefined) };
}

test.each([
  ["the counted store", (store: Store) => store],
  ["a store that forwards to the counted one", (store: Store) => new ForwardingStore(store)],
  ["a store that forwards twice", (store: Store) => new ForwardingStore(new ForwardingStore(store))],
])("a call that is running in %s is waited for", async (_, wrap) => {
  const { store, end } = slowStore();
  const outer = wrap(counted(store));
  const read = outer.get("apiKeys/a");
  let isOver = false;
  const waited = hasWaited(outer).then((result) => [result, isOver]);
  await new Promise(setImmediate);
  isOver = true;
  end();
  expect(await waited).toStrictEqual([true, true]);
  await read;
  expect(await hasWaited(outer)).toBe(false);
});

test("a store whose calls are not counted is not waited for", async () => {
  const { store } = slowStore();
  void store.get("apiKeys/a");
  expect(await hasWaited(new ForwardingStore(store))).toBe(false);
});
