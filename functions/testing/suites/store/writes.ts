import { expect, test } from "@jest/globals";
import { REMOVE, type Write } from "#store/port";
import { testUnless } from "#testing/harness/jest/skip";
import type { Contract } from "./capabilities.ts";

/** Contract: the effect of each kind of write, alone, combined and in bulk. */
export function writeContract({ store, world, can }: Contract): void {
  const read = async (path: string) => (await store().get(path))?.data;

  test("create adds a document, and is refused with ALREADY_EXISTS if the document exists", async () => {
    const w = world();
    await store().commit([{ op: "create", path: w, data: { a: 1 } }]);
    await expect(store().commit([{ op: "create", path: w, data: { a: 2 } }])).rejects.toMatchObject({
      code: "ALREADY_EXISTS",
    });
    expect(await read(w)).toStrictEqual({ a: 1 });
  });

  test("set replaces the whole document", async () => {
    const w = world();
    await store().commit([{ op: "set", path: w, data: { a: 1, b: { c: 1 } } }]);
    await store().commit([{ op: "set", path: w, data: { b: { d: 2 } } }]);
    expect(await read(w)).toStrictEqual({ b: { d: 2 } });
  });

  test("merge merges maps deeply and replaces every other value", async () => {
    const w = world();
    const date = new Date(7);
    await store().commit([
      {
        op: "set",
        path: w,
        data: { keep: 1, map: { a: 1, deep: { x: 1, y: 1 } }, list: [1, { a: 1 }], scalar: 1, becomes: { a: 1 } },
      },
    ]);
    const patch = {
      map: { b: 2, deep: { y: date } },
      list: [{ b: 2 }],
      scalar: { now: "map" },
      becomes: null,
      fresh: { a: { b: 1 } },
    };
    await store().commit([{ op: "merge", path: w, data: patch }]);
    expect(await read(w)).toStrictEqual({
      keep: 1,
      map: { a: 1, b: 2, deep: { x: 1, y: date } },
      list: [{ b: 2 }],
      scalar: { now: "map" },
      becomes: null,
      fresh: { a: { b: 1 } },
    });
  });

  testUnless(!can.mergeReplaces)("merge of a map replaces a date or an array", async () => {
    const w = world();
    await store().commit([{ op: "set", path: w, data: { date: new Date(0), deep: { list: [{ a: 1 }] } } }]);
    await store().commit([{ op: "merge", path: w, data: { date: { a: 1 }, deep: { list: { b: 2 } } } }]);
    expect(await read(w)).toStrictEqual({ date: { a: 1 }, deep: { list: { b: 2 } } });
  });

  test("merge creates a missing document", async () => {
    const w = world();
    await store().commit([{ op: "merge", path: w, data: { map: { a: 1 }, gone: REMOVE, unset: undefined } }]);
    expect(await read(w)).toStrictEqual({ map: { a: 1 } });
  });

  test("merging an empty map replaces the stored value", async () => {
    const w = world();
    await store().commit([{ op: "set", path: w, data: { map: { a: 1 }, outer: { inner: { a: 1 }, other: 1 } } }]);
    await store().commit([{ op: "merge", path: w, data: { map: {}, outer: { inner: { a: undefined } } } }]);
    expect(await read(w)).toStrictEqual({ map: {}, outer: { inner: {}, other: 1 } });
  });

  test("update replaces the named top-level fields entirely and leaves the others unchanged", async () => {
    const w = world();
    await store().commit([{ op: "set", path: w, data: { a: { b: 1, c: 1 }, "a.b": 1, keep: 1, unset: 1 } }]);
    await store().commit([
      { op: "update", path: w, data: { a: { b: 2 }, "a.b": 3, "new-field": [1], unset: undefined } },
    ]);
    expect(await read(w)).toStrictEqual({ a: { b: 2 }, "a.b": 3, keep: 1, unset: 1, "new-field": [1] });
  });

  test("update of a missing document is refused with NOT_FOUND, even when it changes nothing", async () => {
    const w = world();
    await expect(store().commit([{ op: "update", path: w, data: { a: 1 } }])).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    await expect(store().commit([{ op: "update", path: w, data: {} }])).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await read(w)).toBeUndefined();
  });

  test("a patch without fields leaves the document unchanged", async () => {
    const w = world();
    await store().commit([{ op: "set", path: w, data: { a: 1 } }]);
    await store().commit([{ op: "update", path: w, data: {} }]);
    await store().commit([{ op: "merge", path: w, data: { a: undefined } }]);
    expect(await read(w)).toStrictEqual({ a: 1 });
  });

  test("REMOVE removes a field in merge and update, and a missing one without an error", async () => {
    const w = world();
    await store().commit([{ op: "set", path: w, data: { a: 1, b: 1, c: 1, "d.e": 1 } }]);
    await store().commit([{ op: "merge", path: w, data: { a: REMOVE, none: REMOVE, f: 2 } }]);
    expect(await read(w)).toStrictEqual({ b: 1, c: 1, "d.e": 1, f: 2 });
    await store().commit([{ op: "update", path: w, data: { b: REMOVE, none: REMOVE, "d.e": REMOVE, f: 3 } }]);
    expect(await read(w)).toStrictEqual({ c: 1, f: 3 });
  });

  test("delete removes a document, and succeeds if it is missing", async () => {
    const w = world();
    await store().commit([{ op: "set", path: w, data: { a: 1 } }]);
    await store().commit([{ op: "delete", path: w }]);
    expect(await read(w)).toBeUndefined();
    await store().commit([{ op: "delete", path: w }]);
    await store().commit([{ op: "create", path: w, data: { a: 2 } }]);
    expect(await read(w)).toStrictEqual({ a: 2 });
  });

  test("an empty commit succeeds", async () => {
    await store().commit([]);
  });

  test("a commit applies all of its writes, or none if one fails", async () => {
    const w = world();
    const at = (id: string) => `${w}/items/${id}`;
    const there: Write[] = ["a", "b", "c", "d"].map((id) => ({
      op: "set",
      path: at(id),
      data: { n: 0, kind: "old", tags: [id] },
    }));
    await store().commit(there);
    const before = await store().query({ collection: `${w}/items` });
    const good: Write[] = [
      { op: "create", path: at("new"), data: { n: 1 } },
      { op: "set", path: at("a"), data: { n: 1 } },
      { op: "merge", path: at("b"), data: { n: 1 } },
      { op: "update", path: at("c"), data: { n: 1 } },
      { op: "delete", path: at("d") },
    ];
    const bad: [Write, string][] = [
      [{ op: "create", path: w, data: {} }, "ALREADY_EXISTS"],
      [{ op: "update", path: at("none"), data: {} }, "NOT_FOUND"],
      [{ op: "set", path: at("none"), data: {}, precondition: { exists: true } }, "FAILED_PRECONDITION"],
      [{ op: "delete", path: w, precondition: { version: "1.1" } }, "FAILED_PRECONDITION"],
      [{ op: "set", path: at("none"), data: { n: Number.NaN } }, "INVALID_ARGUMENT"],
      [{ op: "set", path: `${w}/nothing/a`, data: {} }, "INVALID_ARGUMENT"],
    ];
    await store().commit([{ op: "set", path: w, data: {} }]);
    for (const [write, code] of bad)
      for (const place of [0, 2, good.length]) {
        await expect(store().commit(good.toSpliced(place, 0, write))).rejects.toMatchObject({ code });
        expect(await store().query({ collection: `${w}/items` })).toStrictEqual(before);
        expect(await store().count({ collection: `${w}/items`, where: [{ field: "n", op: "==", value: 1 }] })).toBe(0);
      }
    await store().commit(good);
    expect(await store().count({ collection: `${w}/items`, where: [{ field: "n", op: "==", value: 1 }] })).toBe(4);
    expect(await read(at("d"))).toBeUndefined();
  });

  test("concurrent commits are all applied", async () => {
    const w = world();
    await Promise.all(
      Array.from({ length: 200 }, (_, i) =>
        store().commit([{ op: "create", path: `${w}/items/${i}`, data: { n: i } }]),
      ),
    );
    expect(await store().count({ collection: `${w}/items` })).toBe(200);
    const racers = await Promise.allSettled(
      Array.from({ length: 20 }, (_, i) => store().commit([{ op: "create", path: w, data: { i } }])),
    );
    expect(racers.filter((racer) => racer.status === "fulfilled").length).toBe(1);
    for (const racer of racers) if (racer.status === "rejected") expect(racer.reason.code).toBe("ALREADY_EXISTS");
  });

  test("an acknowledged write is visible to every read that begins after it", async () => {
    const w = world();
    for (let n = 0; n < 20; n++) {
      await store().commit([{ op: "set", path: `${w}/items/a`, data: { n } }]);
      expect(await read(`${w}/items/a`)).toStrictEqual({ n });
      expect(await store().count({ collection: `${w}/items`, where: [{ field: "n", op: "==", value: n }] })).toBe(1);
    }
  });

  test("bulk applies thousands of writes of every kind", async () => {
    const w = world();
    const many = 2300;
    async function* creates(): AsyncGenerator<Write> {
      for (let n = 0; n < many; n++) yield { op: "create", path: `${w}/items/${n}`, data: { n, kind: "new" } };
    }
    await store().bulk(creates());
    expect(await store().count({ collection: `${w}/items` })).toBe(many);
    const changes = Array.from({ length: many }, (_, n): Write => {
      const path = `${w}/items/${n}`;
      if (n % 4 === 0) return { op: "delete", path };
      if (n % 4 === 1) return { op: "update", path, data: { kind: "updated" } };
      return n % 4 === 2
        ? { op: "merge", path, data: { kind: "merged" } }
        : { op: "set", path, data: { n, kind: "set" } };
    });
    await store().bulk(changes);
    const counts = ["new", "updated", "merged", "set"].map((kind) =>
      store().count({
        collection: `${w}/items`,
        where: [{ field: "kind", op: "==", value: kind }],
        orderBy: [{ field: "n", direction: "asc" }],
      }),
    );
    expect(await Promise.all(counts)).toStrictEqual([0, many / 4, many / 4, many / 4]);
    expect(await store().count({ collection: `${w}/items` })).toBe((many / 4) * 3);
    await store().bulk([]);
  });

  test("bulk accepts a document that is named twice", async () => {
    const w = world();
    await store().bulk([
      { op: "merge", path: `${w}/items/a`, data: { n: 1, first: true } },
      { op: "merge", path: `${w}/items/b`, data: { n: 1 } },
      { op: "merge", path: `${w}/items/a`, data: { n: 1, second: true } },
    ]);
    expect(await read(`${w}/items/a`)).toStrictEqual({ n: 1, first: true, second: true });
    expect(await store().count({ collection: `${w}/items`, where: [{ field: "n", op: "==", value: 1 }] })).toBe(2);
  });

  test("bulk accepts more bytes than one request to Firestore can carry", async () => {
    const w = world();
    const text = "x".repeat(900_000);
    await store().bulk(
      Array.from({ length: 12 }, (_, n): Write => ({ op: "set", path: `${w}/items/${n}`, data: { free: text } })),
    );
    expect(await store().count({ collection: `${w}/items` })).toBe(12);
  });

  test("bulk rejects with the failure of a write", async () => {
    const w = world();
    await store().commit([{ op: "create", path: `${w}/items/5`, data: {} }]);
    const creates = Array.from({ length: 10 }, (_, n): Write => ({ op: "create", path: `${w}/items/${n}`, data: {} }));
    await expect(store().bulk(creates)).rejects.toMatchObject({ code: "ALREADY_EXISTS" });
    await expect(store().bulk([{ op: "update", path: `${w}/logs/x`, data: {} }])).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    await expect(store().bulk([{ op: "set", path: `${w}/logs/x`, data: { a: [[1]] } }])).rejects.toMatchObject({
      code: "INVALID_ARGUMENT",
    });
    const failing = (async function* (): AsyncGenerator<Write> {
      yield { op: "set", path: `${w}/logs/x`, data: {} };
      throw new Error("the source failed");
    })();
    await expect(store().bulk(failing)).rejects.toThrow(/the source failed/);
  });
}
