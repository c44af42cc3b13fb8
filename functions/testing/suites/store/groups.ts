import assert from "node:assert/strict";
import { test } from "node:test";
import { type Filter, type Query, REMOVE } from "#store/port";
import type { Contract } from "./capabilities.ts";

/** Queries over all collections of one name below a document. */
export function groupContract({ store, world }: Contract): void {
  async function paths(query: Query): Promise<string[]> {
    const { docs } = await store().query(query);
    assert.equal(await store().count(query), docs.length);
    return docs.map((doc) => doc.path);
  }

  async function fill(): Promise<{ w: string; logs: string[] }> {
    const w = world();
    const logs = [`${w}/items/a/logs/x`, `${w}/logs/x`, `${w}/items/b/logs/x`, `${w}/logs/y`];
    await store().commit([
      { op: "create", path: logs[0] as string, data: { n: 3, kind: "k" } },
      { op: "set", path: logs[1] as string, data: { n: 1, kind: "k" } },
      { op: "merge", path: logs[2] as string, data: { n: 2, kind: "l" } },
      { op: "set", path: logs[3] as string, data: { n: 4, kind: "k" } },
      { op: "set", path: `${w}0/logs/x`, data: { n: 1, kind: "k" } },
      { op: "set", path: `${world()}/logs/x`, data: { n: 1, kind: "k" } },
      { op: "set", path: `${w}/items/a`, data: { n: 1, kind: "k" } },
    ]);
    return { w, logs };
  }

  test("a group query finds the documents of every collection of the name below the document, and no others", async () => {
    const { w, logs } = await fill();
    assert.deepEqual((await paths({ group: "logs", under: w })).sort(), [...logs].sort());
    assert.deepEqual(await paths({ group: "logs", under: world() }), []);
    assert.deepEqual(await paths({ collection: `${w}/logs` }), [logs[1], logs[3]]);
  });

  test("a group query orders and filters across collections", async () => {
    const { w, logs } = await fill();
    const query: Query = { group: "logs", under: w, orderBy: [{ field: "n", direction: "asc" }] };
    assert.deepEqual(await paths(query), [logs[1], logs[2], logs[0], logs[3]]);
    const range: Filter = { field: "n", op: ">", value: 2 };
    assert.deepEqual(await paths({ ...query, where: [range] }), [logs[0], logs[3]]);
    const kind: Filter = { field: "kind", op: "==", value: "k" };
    const down: Query["orderBy"] = [{ field: "n", direction: "desc" }];
    assert.deepEqual(await paths({ group: "logs", under: w, where: [kind], orderBy: down }), [
      logs[3],
      logs[0],
      logs[1],
    ]);
    assert.deepEqual(await paths({ group: "logs", under: w, where: [kind, range], orderBy: down, limit: 1 }), [
      logs[3],
    ]);
    const either: Filter = { field: "kind", op: "in", value: ["k", "l"] };
    assert.deepEqual(await paths({ group: "logs", under: w, where: [either], orderBy: down }), [
      logs[3],
      logs[0],
      logs[2],
      logs[1],
    ]);
  });

  test("documents of a group read as they were written, whatever the adapter keeps beside", async () => {
    const { w, logs } = await fill();
    const path = logs[1] as string;
    const expected = { n: 1, kind: "k" };
    assert.deepEqual((await store().get(path))?.data, expected);
    assert.deepEqual((await store().query({ collection: `${w}/logs`, limit: 1 })).docs[0]?.data, expected);
    assert.deepEqual(
      (await store().query({ group: "logs", under: w, orderBy: [{ field: "n", direction: "asc" }] })).docs[0]?.data,
      expected,
    );
    assert.deepEqual(await store().transact(async (tx) => (await tx.get(path))?.data), expected);
    const selected = await store().query({
      group: "logs",
      under: w,
      orderBy: [{ field: "n", direction: "asc" }],
      select: [],
    });
    assert.deepEqual(selected.docs[0]?.data, {});
  });

  test("a document stays in its group through every kind of write, until it is deleted", async () => {
    const { w, logs } = await fill();
    const path = logs[1] as string;
    const found = async () =>
      (await paths({ group: "logs", under: w, orderBy: [{ field: "n", direction: "asc" }] })).includes(path);
    await store().commit([{ op: "update", path, data: { kind: REMOVE } }]);
    assert.ok(await found());
    await store().commit([{ op: "merge", path, data: { kind: "m" } }]);
    assert.ok(await found());
    await store().commit([{ op: "set", path, data: { n: 9 } }]);
    assert.ok(await found());
    await store().transact(async (tx) => tx.set(path, { n: 10 }));
    assert.ok(await found());
    await store().bulk([{ op: "set", path, data: { n: 11 } }]);
    assert.ok(await found());
    await store().commit([{ op: "delete", path }]);
    assert.ok(!(await found()));
  });

  test("a group that the tree does not declare, or one under another kind of document, is refused", async () => {
    const w = world();
    const wrong: Query[] = [
      { group: "items", under: w },
      { group: "nothing", under: w },
      { group: "logs", under: `${w}/items/a` },
      { group: "logs", under: `${w}/items` },
      { group: "logs", under: "" },
    ];
    for (const query of wrong) await assert.rejects(store().query(query), { code: "INVALID_ARGUMENT" });
  });
}
