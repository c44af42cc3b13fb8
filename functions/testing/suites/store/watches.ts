import { expect, test } from "@jest/globals";
import type { Filter, Store, WatchQuery, Write } from "#store/port";
import { compareVersions, isNewer } from "#store/versions";
import { expectWithContext } from "#testing/harness/jest/context";
import { testUnless } from "#testing/harness/jest/skip";
import { Recorder } from "#testing/harness/store/recorder";
import type { Contract } from "./capabilities.ts";

/** Contract: a watch reports every change of its result once, and the changes of one commit together. */
export function watchContract({ store, world, can }: Contract): void {
  const set = (path: string, n: number, more = {}): Write => ({ op: "set", path, data: { n, ...more } });
  const watch = (query: WatchQuery) => Recorder.watch(store(), query);

  test("the first call of a watch delivers all documents as a query reads them, even if there are none", async () => {
    const w = world();
    await store().commit([set(`${w}/items/a`, 1, { at: new Date(5), map: { list: [1] } }), set(`${w}/items/b`, 2)]);
    const recorder = watch({ collection: `${w}/items` });
    expectWithContext(recorder.received.length, "a call before `watch` has returned").toBe(0);
    await recorder.calls(1);
    const { docs } = await store().query({ collection: `${w}/items` });
    expect([...recorder.docs.values()]).toStrictEqual(docs);
    expect(recorder.story).toStrictEqual([["added a", "added b"]]);
    const none = watch({ collection: `${w}/logs` });
    await none.calls(1);
    expect(none.story).toStrictEqual([[]]);
    recorder.stop();
    none.stop();
  });

  test("a watch reports documents that are added, modified and removed, each with its data and version", async () => {
    const w = world();
    const path = `${w}/items/a`;
    const recorder = watch({ collection: `${w}/items` });
    await recorder.calls(1);
    await store().commit([set(path, 1)]);
    await recorder.calls(2);
    await store().commit([{ op: "update", path, data: { more: "x" } }]);
    await recorder.calls(3);
    const doc = await store().get(path);
    expect(recorder.received[2]?.changes).toStrictEqual([{ type: "modified", doc }]);
    await store().commit([{ op: "delete", path }]);
    await recorder.calls(4);
    expect(recorder.received[3]?.changes).toStrictEqual([{ type: "removed", doc }]);
    await store().transact(async (tx) => tx.create(path, { n: 2 }));
    await recorder.calls(5);
    await store().bulk([set(path, 3)]);
    await recorder.calls(6);
    const types = recorder.received.slice(1).flatMap(({ changes }) => changes.map(({ type }) => type));
    expect(types).toStrictEqual(["added", "modified", "removed", "added", "modified"]);
    expect(recorder.docs.get(path)).toStrictEqual(await store().get(path));
    recorder.stop();
  });

  test("a watch of the documents after an id reports only those", async () => {
    const w = world();
    const collection = `${w}/items`;
    await store().commit(["a", "b", "c", "é"].map((id) => set(`${collection}/${id}`, 1)));
    const recorder = watch({ collection, afterId: "b" });
    await recorder.calls(1);
    await store().commit([set(`${collection}/a`, 2), set(`${collection}/b`, 2), set(`${collection}/bb`, 2)]);
    await recorder.calls(2);
    await store().commit([set(`${collection}/c`, 2), { op: "delete", path: `${collection}/a` }]);
    await recorder.calls(3);
    expect(recorder.story).toStrictEqual([["added c", "added é"], ["added bb"], ["modified c"]]);
    recorder.stop();
  });

  test("a watch of one document reports only that document: missing, created, changed, deleted", async () => {
    const w = world();
    const [id, collection] = ["a/1", `${w}/items`];
    const path = `${collection}/a%2F1`;
    await store().commit([set(`${collection}/b`, 1)]);
    const recorder = watch({ collection, id });
    await recorder.calls(1);
    await store().commit([set(path, 1)]);
    await recorder.calls(2);
    await store().commit([set(`${collection}/b`, 2), set(`${collection}/a`, 2)]);
    await store().commit([set(path, 2)]);
    await recorder.calls(3);
    const late = watch({ collection, id });
    await late.calls(1);
    await store().commit([{ op: "delete", path }]);
    await Promise.all([recorder.calls(4), late.calls(2)]);
    expect(recorder.story).toStrictEqual([[], ["added a/1"], ["modified a/1"], ["removed a/1"]]);
    expect(late.story).toStrictEqual([["added a/1"], ["removed a/1"]]);
    const orderBy = [{ field: "n", direction: "asc" } as const];
    expect(() => watch({ collection, id, orderBy })).toThrow("one document");
    recorder.stop();
    late.stop();
  });

  test("the changes of one transaction or commit in the collection are delivered in one call", async () => {
    const w = world();
    const at = (id: string) => `${w}/items/${id}`;
    await store().commit([set(at("a"), 1), set(at("b"), 1)]);
    const recorder = watch({ collection: `${w}/items` });
    await recorder.calls(1);
    await store().transact(async (tx) => {
      await tx.get(at("a"));
      tx.update(at("a"), { n: 2 });
      tx.delete(at("b"));
      tx.create(at("c"), { n: 2 });
    });
    await recorder.calls(2);
    await store().commit([set(at("c"), 3), set(at("d"), 3)]);
    await recorder.calls(3);
    expect(recorder.story.slice(1)).toStrictEqual([
      ["added c", "modified a", "removed b"],
      ["added d", "modified c"],
    ]);
    recorder.stop();
  });

  test("commits elsewhere, and failed ones, are not reported", async () => {
    const w = world();
    const recorder = watch({ collection: `${w}/items` });
    await recorder.calls(1);
    await store().commit([
      set(w, 1),
      set(`${w}/logs/a`, 1),
      set(`${w}/items/a/notes/a`, 1),
      set(`${world()}/items/a`, 1),
    ]);
    await expect(
      store().commit([set(`${w}/items/a`, 1), { op: "update", path: `${w}/items/none`, data: {} }]),
    ).rejects.toThrow();
    await store().commit([{ op: "delete", path: `${w}/items/none` }]);
    await store().commit([set(`${w}/items/z`, 1)]);
    await recorder.calls(2);
    expect(recorder.story).toStrictEqual([[], ["added z"]]);
    recorder.stop();
  });

  test("a watch with filters reports documents that enter the result, change in it and leave it", async () => {
    const w = world();
    const at = (id: string) => `${w}/items/${id}`;
    const where: Filter[] = [{ field: "text", op: "==", value: "x" }];
    await store().commit([set(at("a"), 1, { text: "x" }), set(at("b"), 1, { text: "y" })]);
    const recorder = watch({ collection: `${w}/items`, where });
    await recorder.calls(1);
    await store().commit([set(at("b"), 2, { text: "x" }), set(at("c"), 2, { text: "z" })]);
    await recorder.calls(2);
    await store().commit([set(at("a"), 3, { text: "x" }), set(at("c"), 3)]);
    await recorder.calls(3);
    await store().commit([set(at("a"), 4, { text: ["x"] }), { op: "delete", path: at("b") }]);
    await recorder.calls(4);
    expect(recorder.story).toStrictEqual([["added a"], ["added b"], ["modified a"], ["removed a", "removed b"]]);
    recorder.stop();
  });

  test("a watch accepts ranges, array elements and composite indexes, and delivers what a query returns", async () => {
    const w = world();
    const kind: Filter = { field: "kind", op: "==", value: "k" };
    const queries: Omit<WatchQuery, "collection">[] = [
      { where: [{ field: "n", op: ">=", value: 3 }], orderBy: [{ field: "n", direction: "asc" }] },
      { where: [{ field: "n", op: "<", value: 3 }], orderBy: [{ field: "n", direction: "desc" }] },
      { where: [{ field: "tags", op: "array-contains", value: "t" }] },
      { where: [{ field: "n", op: "in", value: [2, 4, 5] }] },
      { where: [kind], orderBy: [{ field: "n", direction: "desc" }] },
    ];
    const watches = queries.map((query) => watch({ collection: `${w}/items`, ...query }));
    await Promise.all(watches.map((recorder) => recorder.calls(1)));
    const states = [0, 1].flatMap((round) => [0, 1, 2, 3, 4, 5, 6].map((n) => ({ id: (n * 3) % 7, n: n + round })));
    for (const { id, n } of states) {
      const kinds = { kind: n % 2 ? "k" : "l", tags: n % 3 ? ["t", "u"] : ["u"] };
      await store().commit([set(`${w}/items/${id}`, n, kinds)]);
    }
    for (const [i, recorder] of watches.entries()) {
      const { docs } = await store().query({ collection: `${w}/items`, ...queries[i] });
      const expectedVersions = docs.map(({ path, version }) => `${path} ${version}`).sort();
      expect(expectedVersions.length > 0 && expectedVersions.length < 7).toBe(true);
      const watchedVersions = () =>
        Array.from(recorder.docs.values(), ({ path, version }) => `${path} ${version}`).sort();
      await recorder.until(() => String(watchedVersions()) === String(expectedVersions));
      recorder.stop();
    }
  });

  testUnless(!can.leavesOutMissing)("documents that lack an ordered field are not reported", async () => {
    const w = world();
    await store().commit([set(`${w}/items/a`, 1), { op: "set", path: `${w}/items/b`, data: {} }]);
    const recorder = watch({ collection: `${w}/items`, orderBy: [{ field: "n", direction: "asc" }] });
    await recorder.calls(1);
    await store().commit([set(`${w}/items/b`, 2), { op: "set", path: `${w}/items/a`, data: {} }]);
    await recorder.calls(2);
    expect(recorder.story).toStrictEqual([["added a"], ["added b", "removed a"]]);
    recorder.stop();
  });

  test("watches that begin while commits run miss nothing, and no call shows half of a transaction", async () => {
    const w = world();
    const at = (id: string) => `${w}/items/${id}`;
    const rounds = can.increments > 1000 ? 400 : 40;
    const torn: unknown[] = [];
    const check = (recorder: Recorder) => {
      const { left, right } = recorder.numbers;
      if (left !== right) torn.push({ left, right });
    };
    const watches: (Recorder & { stop(): void })[] = [];
    const change = async (n: number) => {
      await store().commit([set(at("left"), n), set(at("right"), n), set(at(`one-${n % 7}`), n)]);
      if (n % 5 === 0) await store().commit([{ op: "delete", path: at(`one-${(n + 3) % 7}`) }]);
    };
    for (let n = 0; n < rounds; n++) {
      // Sometimes concurrent, so that commits share a flush.
      await Promise.all(n % 10 === 0 ? [change(n), change(n + 1), change(n + 2)] : [change(n)]);
      if (n % (rounds / 8) > 0) continue;
      const recorder = Recorder.watch(store(), { collection: `${w}/items` }, () => check(recorder));
      watches.push(recorder);
    }
    await store().commit([set(at("end"), 1)]);
    const { docs } = await store().query({ collection: `${w}/items` });
    const byPath = (a: { path: string }, b: { path: string }) => (a.path < b.path ? -1 : 1);
    for (const recorder of watches) {
      await recorder.until(() => recorder.docs.has(at("end")));
      expect([...recorder.docs.values()].sort(byPath)).toStrictEqual(docs.toSorted(byPath));
      recorder.stop();
    }
    if (can.oneMoment) expect(torn).toStrictEqual([]);
  });

  test("versions order by commit: a watcher that returns with its last version can select the changes since then", async () => {
    const w = world();
    const at = (id: string) => `${w}/items/${id}`;
    await store().commit(["a", "b", "c"].map((id) => set(at(id), 1)));
    const first = watch({ collection: `${w}/items` });
    await first.calls(1);
    first.stop();
    const watermark = first.received[0]?.version ?? "";
    const versions = Array.from(first.docs.values(), ({ version }) => version);
    for (let n = 2; n < 15; n++) {
      await store().commit([set(at("b"), n)]);
      versions.push((await store().get(at("b")))?.version ?? "");
    }
    await store().commit([set(at("d"), 1), { op: "delete", path: at("c") }]);
    const again = watch({ collection: `${w}/items` });
    await again.calls(1);
    again.stop();
    const docs = [...again.docs.values()];
    expect(docs.filter(({ version }) => isNewer(version, watermark)).map(({ id }) => id)).toStrictEqual(["b", "d"]);
    expect(docs.map(({ id }) => id)).toStrictEqual(["a", "b", "d"]);
    expect(isNewer(again.received[0]?.version ?? "", watermark)).toBe(true);
    expect(versions.toSorted(compareVersions)).toStrictEqual(versions);
  });

  test("a watch is refused if its query would be refused", () => {
    const refused = (query: WatchQuery, code: string) => {
      const listener = new Recorder();
      expect(() => (store() as Store).watch(query, listener)).toThrow(expect.objectContaining({ code }));
      expect([listener.received, listener.errors]).toStrictEqual([[], []]);
    };
    refused({ collection: `${world()}/nothing` }, "INVALID_ARGUMENT");
    refused({ collection: world() }, "INVALID_ARGUMENT");
    refused({ collection: `${world()}/items`, where: [{ field: "other", op: "==", value: 1 }] }, "FAILED_PRECONDITION");
  });
}
