import { expect, test } from "@jest/globals";
import { type Filter, type Query, REMOVE } from "#store/port";
import type { Contract } from "./capabilities.ts";

/** Contract: queries over all collections with the same name below a document. */
export function groupContract({ store, world }: Contract): void {
  async function paths(query: Query): Promise<string[]> {
    const { docs } = await store().query(query);
    expect(await store().count(query)).toBe(docs.length);
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

  test("a group query returns the documents of every collection of that name below the document, and no others", async () => {
    const { w, logs } = await fill();
    expect((await paths({ group: "logs", under: w })).sort()).toStrictEqual([...logs].sort());
    expect(await paths({ group: "logs", under: world() })).toStrictEqual([]);
    expect(await paths({ collection: `${w}/logs` })).toStrictEqual([logs[1], logs[3]]);
  });

  test("a group query orders and filters across collections", async () => {
    const { w, logs } = await fill();
    const query: Query = { group: "logs", under: w, orderBy: [{ field: "n", direction: "asc" }] };
    expect(await paths(query)).toStrictEqual([logs[1], logs[2], logs[0], logs[3]]);
    const range: Filter = { field: "n", op: ">", value: 2 };
    expect(await paths({ ...query, where: [range] })).toStrictEqual([logs[0], logs[3]]);
    const kind: Filter = { field: "kind", op: "==", value: "k" };
    const down: Query["orderBy"] = [{ field: "n", direction: "desc" }];
    expect(await paths({ group: "logs", under: w, where: [kind], orderBy: down })).toStrictEqual([
      logs[3],
      logs[0],
      logs[1],
    ]);
    expect(await paths({ group: "logs", under: w, where: [kind, range], orderBy: down, limit: 1 })).toStrictEqual([
      logs[3],
    ]);
    const either: Filter = { field: "kind", op: "in", value: ["k", "l"] };
    expect(await paths({ group: "logs", under: w, where: [either], orderBy: down })).toStrictEqual([
      logs[3],
      logs[0],
      logs[2],
      logs[1],
    ]);
  });

  test("documents of a group read as they were written, whatever else the adapter stores with them", async () => {
    const { w, logs } = await fill();
    const path = logs[1] as string;
    const expected = { n: 1, kind: "k" };
    expect((await store().get(path))?.data).toStrictEqual(expected);
    expect((await store().query({ collection: `${w}/logs`, limit: 1 })).docs[0]?.data).toStrictEqual(expected);
    expect(
      (await store().query({ group: "logs", under: w, orderBy: [{ field: "n", direction: "asc" }] })).docs[0]?.data,
    ).toStrictEqual(expected);
    expect(await store().transact(async (tx) => (await tx.get(path))?.data)).toStrictEqual(expected);
    const selected = await store().query({
      group: "logs",
      under: w,
      orderBy: [{ field: "n", direction: "asc" }],
      select: [],
    });
    expect(selected.docs[0]?.data).toStrictEqual({});
  });

  test("a document stays in its group through every kind of write, until it is deleted", async () => {
    const { w, logs } = await fill();
    const path = logs[1] as string;
    const isInGroup = async () =>
      (await paths({ group: "logs", under: w, orderBy: [{ field: "n", direction: "asc" }] })).includes(path);
    await store().commit([{ op: "update", path, data: { kind: REMOVE } }]);
    expect(await isInGroup()).toBe(true);
    await store().commit([{ op: "merge", path, data: { kind: "m" } }]);
    expect(await isInGroup()).toBe(true);
    await store().commit([{ op: "set", path, data: { n: 9 } }]);
    expect(await isInGroup()).toBe(true);
    await store().transact(async (tx) => tx.set(path, { n: 10 }));
    expect(await isInGroup()).toBe(true);
    await store().bulk([{ op: "set", path, data: { n: 11 } }]);
    expect(await isInGroup()).toBe(true);
    await store().commit([{ op: "delete", path }]);
    expect(await isInGroup()).toBe(false);
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
    for (const query of wrong) await expect(store().query(query)).rejects.toMatchObject({ code: "INVALID_ARGUMENT" });
  });
}
