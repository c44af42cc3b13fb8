import { expect, test } from "@jest/globals";
import { type DocData, REMOVE, type Value, type Write } from "#store/port";
import { expectWithContext } from "#testing/harness/jest/context";
import type { Contract } from "./capabilities.ts";

const CODE = "INVALID_ARGUMENT";

/** Contract: every adapter refuses what Firestore refuses, before anything is written. */
export function limitContract({ store, world, can }: Contract): void {
  async function refuses(path: string, data: DocData): Promise<void> {
    const before = await store().get(path);
    const writes: Write[] = [
      { op: "create", path, data },
      { op: "set", path, data },
      { op: "merge", path, data },
      { op: "update", path, data },
    ];
    for (const write of writes)
      await expectWithContext(store().commit([write]), write.op).rejects.toMatchObject({ code: CODE });
    await expect(store().bulk([{ op: "set", path, data }])).rejects.toMatchObject({ code: CODE });
    await expect(store().transact(async (tx) => tx.set(path, data))).rejects.toMatchObject({ code: CODE });
    expect(await store().get(path)).toStrictEqual(before);
  }

  test("a document just below 1 MiB is accepted, and one above 1 MiB is refused", async () => {
    const w = world();
    const text = "x".repeat(1_048_000);
    await store().commit([{ op: "set", path: `${w}/items/a`, data: { free: text } }]);
    expect((await store().get(`${w}/items/a`))?.data.free).toBe(text);
    await refuses(`${w}/items/b`, { free: "x".repeat(1_048_577) });
    await refuses(`${w}/items/b`, { free: "€".repeat(349_600) });
    await refuses(`${w}/items/b`, { list: Array.from({ length: 140_000 }, () => 1) });
  });

  test("a patch that makes a document too large is refused, and one that makes it small again is accepted", async () => {
    const w = world();
    const half = "x".repeat(600_000);
    await store().commit([{ op: "set", path: w, data: { a: half } }]);
    await expect(store().commit([{ op: "merge", path: w, data: { b: half } }])).rejects.toMatchObject({ code: CODE });
    await expect(store().commit([{ op: "update", path: w, data: { b: half } }])).rejects.toMatchObject({ code: CODE });
    expect(Object.keys((await store().get(w))?.data ?? {})).toStrictEqual(["a"]);
    await store().commit([{ op: "update", path: w, data: { a: REMOVE, b: half } }]);
    expect(Object.keys((await store().get(w))?.data ?? {})).toStrictEqual(["b"]);
  });

  test("an array directly inside an array is refused, and one inside a map inside an array is accepted", async () => {
    const w = world();
    await refuses(w, { a: [[1]] });
    await refuses(w, { a: { b: [1, { c: [[]] }] } });
    await store().commit([{ op: "set", path: w, data: { a: [{ b: [{ c: [1] }] }] } }]);
    expect((await store().get(w))?.data).toStrictEqual({ a: [{ b: [{ c: [1] }] }] });
  });

  test("20 levels are accepted, 21 are refused", async () => {
    const w = world();
    const nest = (levels: number): Value => (levels === 0 ? 1 : { a: nest(levels - 1) });
    await store().commit([{ op: "set", path: w, data: { a: nest(19) } }]);
    expect((await store().get(w))?.data).toStrictEqual({ a: nest(19) });
    await refuses(`${w}/items/a`, { a: nest(20) });
    await refuses(`${w}/items/a`, { a: [nest(19)] });
  });

  test("values that a store can't keep unchanged, and reserved names, are refused", async () => {
    const w = world();
    const bad: unknown[] = [Number.NaN, Number.POSITIVE_INFINITY, new Date(Number.NaN), "\ud800", 1n, () => 1, REMOVE];
    for (const value of bad) await refuses(w, { map: { list: [value] } } as DocData);
    await refuses(w, JSON.parse('{"map":{"__proto__":{"a":1}}}'));
    await refuses(w, { __name__: 1 });
    await refuses(w, { "": 1 });
  });

  test("a commit accepts 500 writes and refuses 501", async () => {
    const w = world();
    const writes = Array.from(
      { length: 501 },
      (_, n): Write => ({ op: "create", path: `${w}/items/${n}`, data: { n } }),
    );
    await expect(store().commit(writes)).rejects.toMatchObject({ code: CODE });
    await expect(
      store().transact(async (tx) => {
        for (const { path } of writes) tx.set(path, {});
      }),
    ).rejects.toMatchObject({ code: CODE });
    expect(await store().count({ collection: `${w}/items` })).toBe(0);
    await store().commit(writes.slice(1));
    expect(await store().count({ collection: `${w}/items` })).toBe(500);
  });

  test("a commit that names a document twice is refused", async () => {
    const w = world();
    const twice: Write[] = [
      { op: "set", path: w, data: { n: 1 } },
      { op: "delete", path: w },
    ];
    await expect(store().commit(twice)).rejects.toMatchObject({ code: CODE });
    await expect(
      store().transact(async (tx) => {
        tx.set(w, { n: 1 });
        tx.merge(w, { n: 2 });
      }),
    ).rejects.toMatchObject({ code: CODE });
    expect(await store().get(w)).toBeUndefined();
  });

  test("an `in` filter accepts 30 values and refuses 31 or none", async () => {
    const w = world();
    const query = (values: number) => ({
      collection: `${w}/items`,
      where: [{ field: "n", op: "in" as const, value: Array.from({ length: values }, (_, n) => n) }],
    });
    const most = can.wideIn ? 30 : 10;
    await store().commit([{ op: "set", path: `${w}/items/a`, data: { n: most - 1 } }]);
    expect((await store().query(query(most))).docs.length).toBe(1);
    for (const values of [0, 31]) {
      await expect(store().query(query(values))).rejects.toMatchObject({ code: CODE });
      await expect(store().count(query(values))).rejects.toMatchObject({ code: CODE });
    }
  });
}
