import { expect, test } from "@jest/globals";
import type { ChangeSet, Listener, WatchQuery, Write } from "#store/port";
import { expectWithContext } from "#testing/harness/jest/context";
import { ensure, fail } from "#testing/harness/jest/ensure";
import { leftInMemory } from "#testing/harness/jest/left-in-memory";
import { Recorder } from "#testing/harness/store/recorder";
import type { Contract } from "./capabilities.ts";

const WATCHERS = 1000;

/**
 * Contract: listeners are isolated. None is called after it stopped, waits for another one or is affected by its
 * errors.
 */
export function watchListenerContract({ store, open, world }: Contract): void {
  const set = (path: string, n: number): Write => ({ op: "set", path, data: { n } });

  /** A collection with a watch that receives every change. */
  async function watched() {
    const w = world();
    const at = (id: string) => `${w}/items/${id}`;
    const query: WatchQuery = { collection: `${w}/items` };
    await store().commit([set(at("a"), 0)]);
    const witness = Recorder.watch(store(), query);
    await witness.calls(1);
    /** Commits and waits until the change is delivered. */
    const change = async (...writes: Write[]) => {
      const calls = witness.received.length;
      await store().commit(writes);
      await witness.calls(calls + 1);
    };
    return { at, query, witness, change };
  }

  test("a listener is not called after it was stopped, even before its first call or during a call", async () => {
    const { at, query, witness, change } = await watched();
    const later = Recorder.watch(store(), query);
    await later.calls(1);
    const inside = Recorder.watch(store(), query, ({ changes }) => changes[0]?.type === "modified" && inside.stop());
    await inside.calls(1);
    const never = Recorder.watch(store(), query);
    never.stop();
    later.stop();
    await change(set(at("a"), 1));
    await change(set(at("a"), 2));
    later.stop();
    inside.stop();
    await change(set(at("a"), 3));
    expect([never.received.length, later.received.length, inside.received.length]).toStrictEqual([0, 1, 2]);
    expect([never.errors, later.errors, inside.errors]).toStrictEqual([[], [], []]);
    witness.stop();
  });

  test("a query can be watched again, and listeners that stop do not affect the others", async () => {
    const { at, query, witness, change } = await watched();
    const second = Recorder.watch(store(), query);
    await second.calls(1);
    await change(set(at("b"), 1));
    witness.stop();
    await store().commit([set(at("c"), 1)]);
    await second.calls(3);
    second.stop();
    await store().commit([set(at("d"), 1)]);
    const third = Recorder.watch(store(), query);
    await third.calls(1);
    expect(third.story).toStrictEqual([["added a", "added b", "added c", "added d"]]);
    third.stop();
  });

  test("a thousand watches of one collection share what they read", async () => {
    const { at, query, witness, change } = await watched();
    const others = Array.from({ length: WATCHERS }, () => Recorder.watch(store(), query));
    await Promise.all(others.map((recorder) => recorder.calls(1)));
    await change(set(at("a"), 1), set(at("b"), 1));
    await Promise.all(others.map((recorder) => recorder.calls(2)));
    for (const recorder of others) {
      for (const [path, doc] of witness.docs) expectWithContext(recorder.docs.get(path), "a copy").toBe(doc);
      expect(recorder.docs.size).toBe(2);
      recorder.stop();
    }
    witness.stop();
  });

  test("a slow listener delays neither commits nor others, and receives all changes that it missed in one call", async () => {
    const { at, query, witness, change } = await watched();
    await change(set(at("gone"), 0), set(at("back"), 0));
    const gates: (() => void)[] = [];
    const go = () => gates.pop()?.();
    const slow = Recorder.watch(store(), query, () => new Promise<void>((resolve) => void gates.push(resolve)));
    await slow.calls(1);
    for (let n = 1; n <= 5; n++) await change(set(at("a"), n), set(at("new"), n));
    await change(set(at("short"), 1));
    await change({ op: "delete", path: at("short") }, { op: "delete", path: at("gone") });
    await change({ op: "delete", path: at("back") });
    await change(set(at("back"), 9));
    expect(slow.received.length).toBe(1);
    go();
    await slow.calls(2);
    expect(slow.story[1]).toStrictEqual(["added new", "modified a", "modified back", "removed gone"]);
    expect(slow.docs).toStrictEqual(witness.docs);
    expect(slow.received[1]?.version).toBe(witness.received.at(-1)?.version);
    go();
    await change(set(at("a"), 10));
    await slow.calls(3);
    slow.stop();
    go();
    const gate = Promise.withResolvers<void>();
    const failing = Recorder.watch(store(), query, () => gate.promise);
    await failing.calls(1);
    failing.stop();
    gate.reject(new Error("too late to matter"));
    await change(set(at("a"), 11));
    expect([slow.received.length, failing.received.length, failing.errors]).toStrictEqual([3, 1, []]);
    witness.stop();
  });

  test("a listener that throws or rejects gets that error and no more calls, and all others continue", async () => {
    const { at, query, witness, change } = await watched();
    const fault = new Error("a fault of the listener");
    const throwing = Recorder.watch(store(), query, ({ changes }) => {
      if (changes[0]?.type === "modified") throw fault;
    });
    const rejecting = Recorder.watch(store(), query, () => Promise.reject(fault));
    const later = Recorder.watch(store(), query);
    await Promise.all([throwing.calls(1), rejecting.until(() => rejecting.errors.length > 0), later.calls(1)]);
    await change(set(at("a"), 1));
    await change(set(at("a"), 2));
    await later.calls(3);
    expect([throwing.received.length, throwing.errors]).toStrictEqual([2, [fault]]);
    expect([rejecting.received.length, rejecting.errors]).toStrictEqual([1, [fault]]);
    expect([witness.errors, later.errors]).toStrictEqual([[], []]);
    later.stop();
    witness.stop();
  });

  test("a listener may watch, stop watching and write while it is called", async () => {
    const { at, query, witness } = await watched();
    const inner: ReturnType<typeof Recorder.watch>[] = [];
    const outer = Recorder.watch(store(), query, ({ changes }) => {
      if (changes[0]?.type !== "modified") return;
      inner.push(Recorder.watch(store(), query));
      witness.stop();
      outer.stop();
      return store().commit([set(at("b"), 2)]);
    });
    await outer.calls(1);
    await store().commit([set(at("a"), 1)]);
    await outer.calls(2);
    const [recorder] = inner;
    ensure(recorder);
    await recorder.until(() => recorder.docs.has(at("b")));
    expect(recorder.numbers).toStrictEqual({ a: 1, b: 2 });
    recorder.stop();
  });

  test("closing the store ends all watches, and any that begin later", async () => {
    const other = await open();
    const collections = [`${world()}/items`, `${world()}/items`, `${world()}/logs`];
    const watches = collections.map((collection) => Recorder.watch(other, { collection }));
    const stopped = Recorder.watch(other, { collection: collections[0] as string });
    await Promise.all([...watches, stopped].map((recorder) => recorder.calls(1)));
    stopped.stop();
    await other.close();
    const late = Recorder.watch(other, { collection: collections[0] as string });
    for (const recorder of [...watches, late]) {
      await recorder.until(() => recorder.errors.length > 0);
      expect(recorder.errors.map((error) => (error as { code?: string }).code)).toStrictEqual(["UNAVAILABLE"]);
      recorder.stop();
    }
    expect([stopped.errors, late.received]).toStrictEqual([[], []]);
  });

  test("stopping a watch releases its resources", async () => {
    const { at, query, witness, change } = await watched();
    await change(set(at("b"), 1));
    witness.stop();
    const weakRefs: WeakRef<object>[] = [];
    /** A separate function, so that no reference remains on the stack. */
    async function listen(): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>();
      const listener: Listener = {
        next({ changes }: ChangeSet) {
          weakRefs.push(...changes.map(({ doc }) => new WeakRef(doc)));
          resolve();
        },
        error: fail,
      };
      const stop = store().watch(query, listener);
      await promise;
      weakRefs.push(new WeakRef(listener));
      stop();
    }
    await listen();
    expect(weakRefs.length).toBe(3);
    expect(await leftInMemory(weakRefs)).toBe(0);
  });
}
