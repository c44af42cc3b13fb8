import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { StatementSync } from "node:sqlite";
import { setImmediate as turn } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "@jest/globals";
import { TimeSlice } from "#platform/async/time-slice";
import type { SetTimer } from "#platform/async/timer";
import type { WatchQuery, Write } from "#store/port";
import { onTestFinished } from "#testing/harness/jest/cleanup";
import { fail } from "#testing/harness/jest/ensure";
import { mockMethod } from "#testing/harness/jest/mocks";
import { Recorder } from "#testing/harness/store/recorder";
import { contractIndexes, contractTree } from "#testing/suites/store/contract-tree";
import { openSqliteStore } from "../adapter.ts";

const items = "worlds/w/items";
const at = (id: string) => `${items}/${id}`;
const set = (id: string, n: number, more = {}): Write => ({ op: "set", path: at(id), data: { n, ...more } });
const remove = (id: string): Write => ({ op: "delete", path: at(id) });
const ofKind: WatchQuery = { collection: items, where: [{ field: "text", op: "==", value: "x" }] };

/** A timer that the test triggers. */
function bell() {
  const alarms = new Set<{ ms: number; run: () => void }>();
  const timer: SetTimer = (ms, run) => {
    const alarm = { ms, run };
    alarms.add(alarm);
    return () => alarms.delete(alarm);
  };
  const ring = () => {
    const due = [...alarms];
    alarms.clear();
    for (const { run } of due) run();
  };
  return { alarms, timer, ring };
}

function fileOf(): string {
  const folder = mkdtempSync(join(tmpdir(), "atrium-watch-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, "store.db");
}

/** Two connections to one file, as of two processes; the test triggers the first one's timer. */
async function twoProcesses(isShared = false) {
  const file = fileOf();
  const { alarms, timer, ring } = bell();
  // Never over, so that the number of statements of a read does not depend on the machine's speed.
  const slice = new TimeSlice({ now: () => 0, nextTurn: (resume) => void setImmediate(resume) });
  // Nor on the disk's speed: SQLite flushes by itself, and a watch reports at once what it reads.
  const openLog = () => undefined;
  const options = { file, tree: contractTree, indexes: contractIndexes, slice, openLog, isShared };
  const open = (own: SetTimer) => openSqliteStore({ ...options, timer: own });
  const store = await open(timer);
  const other = await open(bell().timer);
  onTestFinished(() => Promise.all([store.close(), other.close()]));
  return { store, other, alarms, ring };
}

/** Whether processes record in the file what they write. */
const processes = [
  { journal: "without a journal", isShared: false },
  { journal: "with a journal", isShared: true },
];

/** The SQL statements that run from now on. */
function statements(): string[] {
  const run: string[] = [];
  for (const name of ["get", "all", "iterate"] as const) {
    const method: (...args: never[]) => unknown = StatementSync.prototype[name];
    mockMethod(StatementSync.prototype, name, function (this: StatementSync, ...args: never[]) {
      run.push(this.sourceSQL);
      return method.apply(this, args);
    });
  }
  return run;
}

test.each(processes)(
  "watches report commits of another process at each tick of the timer, each transaction as a whole, $journal",
  async ({ isShared }) => {
    const { store, other, ring } = await twoProcesses(isShared);
    await store.commit([set("a", 1), set("b", 1, { text: "x" }), set("c", 1)]);
    const all = Recorder.watch(store, { collection: items });
    const some = Recorder.watch(store, ofKind);
    await Promise.all([all.calls(1), some.calls(1)]);
    await other.commit([set("a", 2, { text: "x" }), remove("c"), set("d", 2)]);
    await other.commit([set("b", 3), set("e", 3, { text: "x" })]);
    expect(all.received.length).toBe(1);
    ring();
    expect(all.story[1]).toStrictEqual(["added d", "added e", "modified a", "modified b", "removed c"]);
    expect(some.story[1]).toStrictEqual(["added a", "added e", "removed b"]);
    // Only deletions, then one that another document compensates.
    await other.commit([remove("d")]);
    ring();
    await other.commit([remove("e"), set("f", 4, { text: "x" })]);
    ring();
    expect(all.story.slice(2)).toStrictEqual([["removed d"], ["added f", "removed e"]]);
    expect(some.story.slice(2)).toStrictEqual([["added f", "removed e"]]);
    expect([...all.docs.values()]).toStrictEqual((await other.query({ collection: items })).docs);
  },
);

test.each(processes)(
  "a watch reports another process's commit to the watched document, and none to its neighbours, $journal",
  async ({ isShared }) => {
    const { store, other, ring } = await twoProcesses(isShared);
    await store.commit([set("a", 1), set("b", 1)]);
    const recorder = Recorder.watch(store, { collection: items, id: "a" });
    await recorder.calls(1);
    await other.commit([set("b", 2), remove("c")]);
    ring();
    await other.commit([set("a", 2)]);
    ring();
    await other.commit([remove("a")]);
    ring();
    expect(recorder.story).toStrictEqual([["added a"], ["modified a"], ["removed a"]]);
  },
);

test.each(processes)(
  "a commit of this process during another process's commits splits none of their transactions, $journal",
  async ({ isShared }) => {
    const { store, other, ring } = await twoProcesses(isShared);
    await store.commit([set("left", 0), set("right", 0)]);
    const torn: unknown[] = [];
    const check = () => void (recorder.numbers.left !== recorder.numbers.right && torn.push(recorder.numbers));
    const recorder: Recorder = Recorder.watch(store, { collection: items }, () => setImmediate(check));
    await recorder.calls(1);
    for (let n = 1; n <= 50; n++) {
      const both = [set("left", n), set("right", n)];
      const mine = store.commit(n % 3 ? [set("own", n)] : [set("left", -n), set("right", -n)]);
      await Promise.all([mine, other.commit(both)]);
      if (n % 4 === 0) ring();
    }
    await store.commit([set("end", 1)]);
    await recorder.until(() => recorder.docs.has(at("end")));
    await turn();
    expect(torn).toStrictEqual([]);
    const { docs } = await store.query({ collection: items });
    const byPath = (a: { path: string }, b: { path: string }) => (a.path < b.path ? -1 : 1);
    expect([...recorder.docs.values()].sort(byPath)).toStrictEqual(docs);
  },
);

test.each(processes)(
  "a commit of this process reports at once what another process has committed to the collection before it, $journal",
  async ({ isShared }) => {
    const { store, other } = await twoProcesses(isShared);
    const all = Recorder.watch(store, { collection: items });
    const some = Recorder.watch(store, ofKind);
    await Promise.all([all.calls(1), some.calls(1)]);
    await store.commit([set("own", 0)]);
    await all.calls(2);
    await other.commit([set("a", 1), set("b", 1, { text: "x" }), remove("own")]);
    await store.commit([set("a", 2)]);
    await Promise.all([all.calls(3), some.calls(2)]);
    expect(all.story[2]).toStrictEqual(["added a", "added b", "removed own"]);
    expect(some.story[1]).toStrictEqual(["added b"]);
    expect(all.numbers).toStrictEqual({ a: 2, b: 1 });
  },
);

test("watches report the transactions of a running second process, each as a whole", async () => {
  const file = fileOf();
  const timer: SetTimer = (ms, run) => {
    const timeout = setTimeout(run, ms);
    return () => clearTimeout(timeout);
  };
  const store = await openSqliteStore({ file, tree: contractTree, indexes: contractIndexes, timer });
  onTestFinished(() => store.close());
  const torn: unknown[] = [];
  const check = () => void (recorder.numbers.left !== recorder.numbers.right && torn.push(recorder.numbers));
  const recorder: Recorder = Recorder.watch(store, { collection: items }, () => queueMicrotask(check));
  await recorder.calls(1);
  const script = fileURLToPath(new URL("../../../../testing/harness/processes/writing-process.ts", import.meta.url));
  const child = spawn(process.execPath, [script, file, "worlds/w", "200"], { stdio: ["ignore", "inherit", "inherit"] });
  onTestFinished(() => child.kill("SIGKILL"));
  const closed = once(child, "close");
  await recorder.until(() => recorder.docs.has(at("end")));
  expect(await closed).toStrictEqual([0, null]);
  expect(recorder.numbers).toStrictEqual({ left: 200, right: 200, end: undefined });
  expect(torn).toStrictEqual([]);
});

test("the timer runs only while there are watches", async () => {
  const { store, other, alarms, ring } = await twoProcesses();
  await store.commit([set("a", 1)]);
  expect(alarms.size).toBe(0);
  const watches = [Recorder.watch(store, { collection: items }), Recorder.watch(store, { collection: "worlds" })];
  await Promise.all(watches.map((recorder) => recorder.calls(1)));
  ring();
  await other.commit([set("a", 2)]);
  ring();
  expect([...alarms].map(({ ms }) => ms >= 50)).toStrictEqual([true]);
  watches[0]?.stop();
  expect(alarms.size).toBe(1);
  watches[1]?.stop();
  expect(alarms.size).toBe(0);
});

test("a thousand watches share one read, a change rereads nothing that is known, and an idle tick reads one number", async () => {
  const { store, other, ring } = await twoProcesses();
  await store.commit(Array.from({ length: 50 }, (_, n) => set(`a${n}`, n)));
  const run = statements();
  const count = (part: string) => run.filter((sql) => sql.includes(part)).length;
  const watches = Array.from({ length: 1000 }, () => Recorder.watch(store, { collection: items }));
  await Promise.all(watches.map((recorder) => recorder.calls(1)));
  expect(count("FROM docs")).toBe(1);
  // The first tick establishes that no other process was active meanwhile.
  ring();
  await store.get(`${items}/a1`);
  run.length = 0;
  await store.commit([set("a1", -1), { op: "set", path: "worlds/w", data: {} }]);
  await watches[0]?.calls(2);
  expect(watches.every((recorder) => recorder.received.length === 2)).toBe(true);
  // The store has cached both what the write replaces and what the watch reports.
  expect(count("FROM docs")).toBe(0);
  run.length = 0;
  for (let tick = 0; tick < 2; tick++) {
    await turn();
    ring();
  }
  expect(run).toStrictEqual(Array(2).fill("PRAGMA data_version"));
  await other.commit([{ op: "set", path: "worlds/w", data: { n: 1 } }]);
  run.length = 0;
  ring();
  expect([count("SELECT"), count("SELECT count(*)")]).toStrictEqual([2, 1]);
  expect(watches.every((recorder) => recorder.received.length === 2)).toBe(true);
});

test("a store in memory, which no other process can change, is not polled, and its watches report its own commits", async () => {
  const { alarms, timer } = bell();
  const store = await openSqliteStore({ file: ":memory:", tree: contractTree, indexes: contractIndexes, timer });
  onTestFinished(() => store.close());
  const recorder = Recorder.watch(store, { collection: items });
  await recorder.calls(1);
  await store.commit([set("a", 1)]);
  await recorder.calls(2);
  expect([alarms.size, recorder.story[1]]).toStrictEqual([0, ["added a"]]);
});

test("a watch reads only the documents that another process's commits name, and nothing for commits to another collection", async () => {
  const { store, other, ring } = await twoProcesses(true);
  await store.commit(Array.from({ length: 50 }, (_, n) => set(`a${n}`, n)));
  const recorder = Recorder.watch(store, { collection: items });
  await recorder.calls(1);
  ring();
  const run = statements();
  const count = (part: string) => run.filter((sql) => sql.includes(part)).length;
  const documentsRead = () => [count("FROM docs"), count("count(*)"), count("SELECT d.id, d.version")];
  await other.commit([{ op: "set", path: "worlds/w", data: { n: 1 } }]);
  run.length = 0;
  ring();
  expect(documentsRead()).toStrictEqual([0, 0, 0]);
  await other.commit([set("a1", -1), remove("a2")]);
  await store.commit([set("a3", -3)]);
  run.length = 0;
  await recorder.calls(2);
  expect(recorder.story[1]).toStrictEqual(["modified a1", "modified a3", "removed a2"]);
  // The row of this process's write is cached.
  expect(documentsRead()).toStrictEqual([2, 0, 0]);
});

test("a watch finds changes that the journal no longer holds, or that were too many for it, by comparing versions", async () => {
  const { store, other, ring } = await twoProcesses(true);
  const recorder = Recorder.watch(store, { collection: items });
  await recorder.calls(1);
  for (let n = 0; n < 200; n++) await other.commit([set(`a${n}`, n)]);
  ring();
  expect(recorder.docs.size).toBe(200);
  await other.commit(Array.from({ length: 300 }, (_, n) => set(`a${n}`, -n)));
  ring();
  await other.commit([remove("a0")]);
  ring();
  expect([recorder.docs.size, recorder.numbers.a299, recorder.received.length]).toStrictEqual([299, -299, 4]);
});

test("another process's commit drops only those cached rows that it names", async () => {
  const { store, other } = await twoProcesses(true);
  await store.commit([set("a", 1), set("b", 1)]);
  const numbers = async () => (await store.getMany([at("a"), at("b")])).map((doc) => doc?.data.n);
  await numbers();
  const run = statements();
  await other.commit([set("b", 2)]);
  await turn();
  run.length = 0;
  expect(await numbers()).toStrictEqual([1, 2]);
  expect(run.filter((sql) => sql.includes("FROM docs")).length).toBe(1);
});

test("when the file can't be read all watches end with UNAVAILABLE, and a later one receives everything", async () => {
  const { store, alarms } = await twoProcesses();
  await store.commit([set("a", 1)]);
  const again: Recorder[] = [];
  const first = Recorder.watch(store, { collection: items });
  const failed = { next: () => {}, error: () => void again.push(Recorder.watch(store, { collection: items })) };
  store.watch({ collection: items }, failed);
  await first.calls(1);
  const fault = Object.assign(new Error("disk I/O error"), { errcode: 10 });
  const broken = mockMethod(StatementSync.prototype, "get", () => {
    throw fault;
  });
  store.watch({ collection: "worlds" }, { next: () => fail(), error: () => {} });
  await first.until(() => first.errors.length > 0);
  broken.mockRestore();
  expect((first.errors[0] as { code?: string }).code).toBe("UNAVAILABLE");
  const [second] = again;
  await second?.calls(1);
  await store.commit([set("b", 2)]);
  await second?.calls(2);
  expect(second?.story).toStrictEqual([["added a"], ["added b"]]);
  expect(alarms.size).toBe(1);
  expect(first.received.length).toBe(1);
});
