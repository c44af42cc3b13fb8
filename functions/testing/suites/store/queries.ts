import { expect, test } from "@jest/globals";
import type { DocData, Filter, Query, Value, Write } from "#store/port";
import { expectWithContext } from "#testing/harness/jest/context";
import { rejectionOf } from "#testing/harness/jest/thrown";
import type { Contract } from "./capabilities.ts";

/** Contract: filters, `select`, `count`, and the indexes that a query needs. */
export function queryContract({ store, world, can }: Contract): void {
  async function fill(docs: { [id: string]: DocData }): Promise<string> {
    const w = world();
    await store().commit(
      Object.entries(docs).map(([id, data]): Write => ({ op: "set", path: `${w}/items/${id}`, data })),
    );
    return `${w}/items`;
  }

  async function ids(query: Query): Promise<string> {
    const { docs } = await store().query(query);
    expect(await store().count(query)).toBe(docs.length);
    return docs.map((doc) => doc.id).join(" ");
  }

  test("a query without filters returns all documents of the collection and of no other, by id", async () => {
    const collection = await fill({ b: { n: 1 }, a: {}, c: { n: null } });
    await store().commit([
      { op: "set", path: `${collection}/a/notes/z`, data: {} },
      { op: "set", path: `${collection}/ab/notes/y`, data: {} },
      { op: "set", path: `${world()}/items/x`, data: {} },
    ]);
    expect(await ids({ collection })).toBe("a b c");
    expect(await ids({ collection: `${collection}/a/notes` })).toBe("z");
    expect(await ids({ collection: `${collection}/b/notes` })).toBe("");
  });

  test("== matches equal values of the same type", async () => {
    const at = new Date(5);
    const collection = await fill({
      a: { n: 1 },
      b: { n: "1" },
      c: { n: true },
      d: { n: null },
      e: { n: at },
      f: { n: 5 },
      g: {},
    });
    const equal = (value: Value) => ids({ collection, where: [{ field: "n", op: "==", value }] });
    const matchingIds = [
      await equal(1),
      await equal("1"),
      await equal(true),
      await equal(null),
      await equal(at),
      await equal(5),
      await equal(2),
    ];
    expect(matchingIds).toStrictEqual(["a", "b", "c", "d", "e", "f", ""]);
    expect(await equal(false)).toBe("");
    expect(await equal("")).toBe("");
  });

  test("range filters match values on their side of the bound, of its type only", async () => {
    const values: Value[] = [null, true, -5, 1, 2, 2, 3, new Date(1), new Date(2), "1", "2", "20"];
    const collection = await fill(Object.fromEntries(values.map((n, i) => [String.fromCharCode(97 + i), { n }])));
    const range = (...filters: [Filter["op"], Value][]) =>
      ids({
        collection,
        where: filters.map(([op, value]) => ({ field: "n", op, value })),
        orderBy: [{ field: "n", direction: "asc" }],
      });
    expect(await range([">", 1])).toBe("e f g");
    expect(await range([">=", 2])).toBe("e f g");
    expect(await range(["<", 2])).toBe("c d");
    expect(await range(["<=", 2])).toBe("c d e f");
    expect(await range([">", -5], ["<=", 2])).toBe("d e f");
    expect(await range([">=", 2], ["<", 2])).toBe("");
    expect(await range([">", 3])).toBe("");
    expect(await range([">", new Date(1)])).toBe("i");
    expect(await range(["<=", new Date(2)])).toBe("h i");
    expect(await range([">=", "2"])).toBe("k l");
    expect(await range(["<", "2"])).toBe("j");
    expect(await range([">=", ""])).toBe("j k l");
  });

  test("a range on a descending order returns the same documents in reverse", async () => {
    const collection = await fill({ a: { n: 1 }, b: { n: 2 }, c: { n: 3 }, d: { n: "x" } });
    const where: Filter[] = [
      { field: "n", op: ">=", value: 1 },
      { field: "n", op: "<", value: 3 },
    ];
    expect(await ids({ collection, where, orderBy: [{ field: "n", direction: "desc" }] })).toBe("b a");
  });

  test("in matches each document with one of the values exactly once", async () => {
    const collection = await fill({ a: { n: 3 }, b: { n: 1 }, c: { n: 2 }, d: { n: "1" }, e: {} });
    expect(await ids({ collection, where: [{ field: "n", op: "in", value: [3, 1, 1, 9] }] })).toBe("a b");
    if (can.wideIn) expect(await ids({ collection, where: [{ field: "n", op: "in", value: ["1", 2] }] })).toBe("c d");
  });

  test("array-contains matches arrays with the element, only once however often it occurs", async () => {
    const at = new Date(3);
    const collection = await fill({
      a: { tags: ["x", "y", "x"] },
      b: { tags: "x" },
      c: { tags: ["y", at, new Date(3)] },
      d: { tags: [] },
      e: { tags: [1, { x: "x" }] },
      f: {},
    });
    const contains = (value: Value) => ids({ collection, where: [{ field: "tags", op: "array-contains", value }] });
    expect([await contains("x"), await contains("y"), await contains(at), await contains(1)]).toStrictEqual([
      "a",
      "a c",
      "c",
      "e",
    ]);
    expect(await contains("z")).toBe("");
  });

  test("an index follows its document through every kind of write", async () => {
    const collection = await fill({ a: { kind: "x", n: 1, tags: ["t", "u"] } });
    const path = `${collection}/a`;
    const matchCounts = async () => {
      const where = (field: string, op: Filter["op"], value: Value): Query => ({
        collection,
        where: [{ field, op, value }],
      });
      const orderBy: Query["orderBy"] = [{ field: "n", direction: "asc" }];
      const counts = [
        await store().count(where("n", "==", 1)),
        await store().count(where("n", "==", 2)),
        await store().count(where("tags", "array-contains", "t")),
        await store().count({ ...where("kind", "==", "x"), orderBy }),
      ];
      return counts.join("");
    };
    expect(await matchCounts()).toBe("1011");
    await store().commit([{ op: "update", path, data: { n: 2 } }]);
    expect(await matchCounts()).toBe("0111");
    await store().commit([{ op: "merge", path, data: { tags: ["u"] } }]);
    expect(await matchCounts()).toBe("0101");
    await store().commit([{ op: "set", path, data: { n: 1, tags: ["t"], kind: "y" } }]);
    expect(await matchCounts()).toBe("1010");
    await store().commit([{ op: "delete", path }]);
    expect(await matchCounts()).toBe("0000");
    await store().commit([{ op: "create", path, data: { kind: "x", n: 2 } }]);
    expect(await matchCounts()).toBe("0101");
  });

  test("equality filters combine with an order, ascending and descending", async () => {
    const collection = await fill({
      a: { kind: "x", n: 2 },
      b: { kind: "x", n: 1 },
      c: { kind: "y", n: 3 },
      d: { kind: "x", n: 3 },
      e: { n: 9 },
    });
    const x: Filter = { field: "kind", op: "==", value: "x" };
    const over: Filter = { field: "n", op: ">", value: 1 };
    expect(await ids({ collection, where: [x], orderBy: [{ field: "n", direction: "asc" }] })).toBe("b a d");
    expect(await ids({ collection, where: [x], orderBy: [{ field: "n", direction: "desc" }] })).toBe("d a b");
    expect(await ids({ collection, where: [over, x], orderBy: [{ field: "n", direction: "desc" }] })).toBe("d a");
    const both: Filter = { field: "kind", op: "in", value: ["x", "y"] };
    expect(await ids({ collection, where: [both], orderBy: [{ field: "n", direction: "desc" }] })).toBe("d c a b");
    expect(await ids({ collection, where: [x, { field: "n", op: "==", value: 3 }] })).toBe("d");
  });

  test("select returns the named fields only, and paging works as without it", async () => {
    const collection = await fill({ a: { n: 1, text: "x", map: { a: 1 } }, b: { n: 2, text: "y" } });
    const query: Query = { collection, orderBy: [{ field: "n", direction: "asc" }], limit: 1 };
    const first = await store().query({ ...query, select: ["map", "none"] });
    expect(first.docs[0]?.data).toStrictEqual({ map: { a: 1 } });
    const second = await store().query({ ...query, select: ["text"], after: first.cursor });
    expect(second.docs.map(({ id, data }) => ({ id, data }))).toStrictEqual([{ id: "b", data: { text: "y" } }]);
    const whole = await store().get(`${collection}/a`);
    expect((await store().query({ collection, select: [] })).docs[0]).toStrictEqual({ ...whole, data: {} });
  });

  test("count counts the query's documents, within its limit and after its cursor", async () => {
    const collection = await fill(Object.fromEntries(["a", "b", "c", "d"].map((id, n) => [id, { n }])));
    const query: Query = { collection, orderBy: [{ field: "n", direction: "asc" }], limit: 3 };
    expect(await store().count({ collection })).toBe(4);
    expect(await store().count(query)).toBe(3);
    const { cursor } = await store().query(query);
    expect(await store().count({ ...query, after: cursor })).toBe(1);
    expect(await store().count({ collection, limit: 2 })).toBe(2);
  });

  test("a query whose index is not declared is refused with FAILED_PRECONDITION naming the index", async () => {
    const collection = await fill({ a: { n: 1, other: 1 } });
    const refuses = async (query: Query, ...names: string[]) => {
      const runs = [
        () => store().query(query),
        () => store().count(query),
        () => store().transact((tx) => tx.query(query)),
      ];
      for (const run of runs) {
        const error = (await rejectionOf(run)) as Error & { code?: string };
        expect(error.code).toBe("FAILED_PRECONDITION");
        for (const name of names) expectWithContext(error.message, error.message).toContain(name);
      }
    };
    await refuses({ collection, where: [{ field: "other", op: "==", value: 1 }] }, "other", "items");
    await refuses({ collection, orderBy: [{ field: "other", direction: "asc" }] }, "other", "items");
    const where: Filter[] = [{ field: "kind", op: "==", value: 1 }];
    await refuses(
      { collection, where, orderBy: [{ field: "other", direction: "desc" }] },
      "kind",
      "other",
      "DESCENDING",
      "items",
    );
    const mixed: Query["orderBy"] = [
      { field: "n", direction: "desc" },
      { field: "text", direction: "desc" },
    ];
    await refuses({ collection, orderBy: mixed }, "n", "text");
    await refuses(
      { group: "logs", under: collection.slice(0, -6), orderBy: [{ field: "n", direction: "desc" }] },
      "COLLECTION_GROUP",
      "n",
    );
  });
}
