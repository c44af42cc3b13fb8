import { copyFileSync, mkdtempSync, rmSync, statSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "@jest/globals";
import type { Store, Write } from "#store/port";
import { onTestFinished } from "#testing/harness/jest/cleanup";
import { Recorder } from "#testing/harness/store/recorder";
import { contractIndexes, contractTree } from "#testing/suites/store/contract-tree";
import { openSqliteStore } from "../adapter.ts";
import type { SqliteOptions } from "../options.ts";
import { openLog } from "./wal-flush.ts";

const items = "worlds/w/items";
const [a, b] = [`${items}/a`, `${items}/b`];
const set = (path: string, n: number): Write => ({ op: "set", path, data: { n, kind: "k" } });

/** Options of a store whose flushes end when the test says so. */
function gate() {
  const folder = mkdtempSync(join(tmpdir(), "atrium-flush-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "store.db");
  const waiting: ((error: Error | null) => void)[] = [];
  const state = { isOpen: true, flushes: 0, closes: 0, bytesAtFlush: 0, failures: [] as Error[] };
  const options: SqliteOptions = {
    file,
    tree: contractTree,
    indexes: contractIndexes,
    onFlushFailed: (error) => void state.failures.push(error),
    openLog(db) {
      const log = openLog(db, file);
      return (
        log && {
          flush(onDone) {
            state.flushes++;
            state.bytesAtFlush = statSync(`${file}-wal`).size;
            if (state.isOpen) setImmediate(onDone, null);
            else waiting.push(onDone);
          },
          close() {
            state.closes++;
            log.close();
          },
        }
      );
    },
  };
  /** Ends the running flush. */
  const end = (error: Error | null = null) => waiting.shift()?.(error);
  return { ...options, folder, state, end };
}

type Gate = ReturnType<typeof gate>;

/** A store whose flushes the test now holds back. Everything written before is on disk. */
async function heldStore(flushGate: Gate): Promise<Store> {
  const store = await openSqliteStore(flushGate);
  await store.commit([set(a, 0)]);
  flushGate.state.isOpen = false;
  return store;
}

/** Lets all work finish that does not wait for a flush. */
async function settle(): Promise<void> {
  for (let i = 0; i < 20; i++) await turn();
}

/** The states of the promises: true for fulfilled, false for pending, the error code for rejected. */
async function states(...promises: Promise<unknown>[]): Promise<unknown[]> {
  const outcomes: unknown[] = promises.map(() => false);
  promises.forEach((promise, i) => {
    promise.then(
      () => (outcomes[i] = true),
      (error) => (outcomes[i] = error.code),
    );
  });
  await settle();
  return outcomes;
}

test("a write is acknowledged when the flush that began after it has ended, and one flush covers many", async () => {
  const flushGate = gate();
  const store = await heldStore(flushGate);
  const flushes = flushGate.state.flushes;
  const first = store.commit([set(a, 1)]);
  await settle();
  const later = [1, 2, 3].map((n) => store.transact(async (tx) => tx.set(`${items}/later${n}`, { n })));
  await settle();
  expect(await states(first, ...later)).toStrictEqual([false, false, false, false]);
  expect(flushGate.state.flushes).toBe(flushes + 1);
  flushGate.end();
  expect(await states(first, ...later)).toStrictEqual([true, false, false, false]);
  flushGate.end();
  expect(await states(...later)).toStrictEqual([true, true, true]);
  expect(flushGate.state.flushes).toBe(flushes + 2);
  await store.close();
});

test("reads, refusals and errors that reveal a write wait for its flush, and all others do not", async () => {
  const flushGate = gate();
  const store = await heldStore(flushGate);
  const commit = store.commit([set(a, 1), { op: "delete", path: b }, set(`${a}/logs/l`, 1)]);
  await settle();
  const query = { collection: items, orderBy: [{ field: "n", direction: "asc" as const }] };
  const telling = [
    store.get(a),
    store.getMany(["worlds/w", b]),
    store.getExisting([a]),
    store.query(query),
    store.count(query),
    store.query({ group: "logs", under: "worlds/w", orderBy: query.orderBy }),
    store.transact((tx) => tx.get(a)),
    store.transact((tx) => tx.query(query)),
    store.transact(async (tx) => {
      throw Object.assign(new Error(), { code: (await tx.get<{ n: number }>(a))?.data.n });
    }),
    store.commit([{ op: "create", path: a, data: {} }]),
  ];
  const others = [
    store.get("worlds/w"),
    store.query({ collection: "worlds" }),
    store.transact((tx) => tx.get("worlds/w")),
  ];
  expect(await states(...others)).toStrictEqual([true, true, true]);
  expect(await states(commit, ...telling)).toStrictEqual(Array(11).fill(false));
  flushGate.end();
  await settle();
  flushGate.end();
  const end = [1, "ALREADY_EXISTS"];
  expect(await states(commit, ...telling)).toStrictEqual([...Array(9).fill(true), ...end]);
  await store.close();
});

test("transactions build on each other without a flush between them, even if they conflict", async () => {
  const flushGate = gate();
  const store = await heldStore(flushGate);
  const increment = () =>
    store.transact(async (tx) => tx.set(a, { n: ((await tx.get<{ n: number }>(a))?.data.n ?? 0) + 1 }));
  const increments = [increment(), increment(), increment(), increment()];
  for (let i = 0; i < 20; i++) await settle();
  flushGate.end();
  await settle();
  flushGate.end();
  expect(await states(...increments)).toStrictEqual([true, true, true, true]);
  flushGate.state.isOpen = true;
  expect((await store.get(a))?.data).toStrictEqual({ n: 4 });
  await store.close();
});

test("a watch reports only what is on disk, and nothing after it was stopped", async () => {
  const flushGate = gate();
  const store = await heldStore(flushGate);
  const [watch, stopped] = [Recorder.watch(store, { collection: items }), Recorder.watch(store, { collection: items })];
  await watch.calls(1);
  const commits = [store.commit([set(a, 1)]), store.commit([set(b, 1)])];
  await settle();
  const late = Recorder.watch(store, { collection: items });
  await settle();
  expect([watch, stopped, late].map(({ received }) => received.length)).toStrictEqual([1, 1, 0]);
  stopped.stop();
  flushGate.end();
  await Promise.all([...commits, watch.calls(2), late.calls(1)]);
  expect(watch.story[1]?.toSorted()).toStrictEqual(["added b", "modified a"]);
  expect(stopped.received.length).toBe(1);
  await store.close();
});

test("a process that sees another process's commit flushes it before showing it", async () => {
  const flushGate = gate();
  const store = await heldStore(flushGate);
  const other = await openSqliteStore({ ...flushGate, openLog: () => undefined });
  await other.commit([set(a, 7)]);
  const reading = store.get(a);
  expect(await states(reading, store.get("worlds/w"))).toStrictEqual([false, false]);
  flushGate.end();
  expect((await reading)?.data.n).toBe(7);
  await Promise.all([store.close(), other.close()]);
});

test("a failed flush fails everything that waits and everything later, and is reported to the host once", async () => {
  const flushGate = gate();
  const store = await heldStore(flushGate);
  const waiting = [store.commit([set(a, 1)])];
  await settle();
  waiting.push(store.commit([set(b, 1)]), store.get(a).then());
  const watch = Recorder.watch(store, { collection: items });
  await settle();
  flushGate.end(Object.assign(new Error("EIO: i/o error, fdatasync"), { code: "EIO" }));
  expect(await states(...waiting)).toStrictEqual(Array(3).fill("UNAVAILABLE"));
  expect(watch.errors).toMatchObject([{ code: "UNAVAILABLE" }]);
  const flushes = flushGate.state.flushes;
  const later = [store.commit([set(b, 2)]), store.get("worlds/w"), store.transact(async (tx) => tx.set(a, {}))];
  expect(await states(...later)).toStrictEqual(Array(3).fill("UNAVAILABLE"));
  expect(flushGate.state.flushes).toBe(flushes);
  expect(flushGate.state.failures).toMatchObject([
    { name: "DataFileError", message: expect.stringMatching(/EIO.*Check the disk/) },
  ]);
  await store.close();
});

test("closing flushes the last commits before the log is closed", async () => {
  const flushGate = gate();
  const store = await heldStore(flushGate);
  const last = store.commit([set(a, 1)]);
  const closing = store.close();
  expect(await states(last, closing)).toStrictEqual([false, false]);
  expect(flushGate.state.closes).toBe(0);
  flushGate.end();
  await Promise.all([last, closing]);
  expect(flushGate.state.closes).toBe(1);
});

test("every acknowledged write survives a power cut that truncates the log to its length at the last completed flush", async () => {
  const flushGate = gate();
  const store = await openSqliteStore(flushGate);
  for (let n = 0; n < 20; n++) await store.commit([set(`${items}/${n}`, n)]);
  const { bytesAtFlush } = flushGate.state;
  flushGate.state.isOpen = false;
  const lostCommit = store.commit(Array.from({ length: 50 }, (_, n) => set(`${items}/lost${n}`, n)));
  await settle();
  const file = join(flushGate.folder, "after.db");
  for (const suffix of ["", "-wal"]) copyFileSync(`${flushGate.file}${suffix}`, `${file}${suffix}`);
  expect(statSync(`${file}-wal`).size).toBeGreaterThan(bytesAtFlush);
  truncateSync(`${file}-wal`, bytesAtFlush);
  flushGate.state.isOpen = true;
  flushGate.end();
  await lostCommit;
  await store.close();
  const after = await openSqliteStore({ ...flushGate, file, openLog });
  expect(await after.count({ collection: items })).toBe(20);
  await after.close();
});
