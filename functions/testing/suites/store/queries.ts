import assert from "node:assert/strict";
import { test } from "node:test";
import type { DocData, Filter, Query, Value, Write } from "#store/port";
import type { Contract } from "./capabilities.ts";

/** Filters, `select`, `count`, and the indexes that a query needs. */
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
    assert.equal(await store().count(query), docs.length);
    return docs.map((doc) => doc.id).join(" ");
  }

  test("a query without filters finds all documents of the collection and of no other, by id", async () => {
    const collection = await fill({ b: { n: 1 }, a: {}, c: { n: null } });
    await store().commit([
      { op: "set", path: `${collection}/a/notes/z`, data: {} },
      { op: "set", path: `${collection}/ab/notes/y`, data: {} },
      { op: "set", path: `${world()}/items/x`, data: {} },
    ]);
    assert.equal(await ids({ collection }), "a b c");
    assert.equal(await ids({ collection: `${collection}/a/notes` }), "z");
    assert.equal(await ids({ collection: `${collection}/b/notes` }), "");
  });

  test("== finds equal values of the same type", async () => {
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
    const found = [
      await equal(1),
      await equal("1"),
      await equal(true),
      await equal(null),
      await equal(at),
      await equal(5),
      await equal(2),
    ];
    assert.deepEqual(found, ["a", "b", "c", "d", "e", "f", ""]);
    assert.equal(await equal(false), "");
    assert.equal(await equal(""), "");
  });

  test("range filters find values on their side of the bound, of its type only", async () => {
    const values: Value[] = [null, true, -5, 1, 2, 2, 3, new Date(1), new Date(2), "1", "2", "20"];
    const collection = await fill(Object.fromEntries(values.map((n, i) => [String.fromCharCode(97 + i), { n }])));
    const range = (...filters: [Filter["op"], Value][]) =>
      ids({
        collection,
        where: filters.map(([op, value]) => ({ field: "n", op, value })),
        orderBy: [{ field: "n", direction: "asc" }],
      });
    assert.equal(await range([">", 1]), "e f g");
    assert.equal(await range([">=", 2]), "e f g");
    assert.equal(await range(["<", 2]), "c d");
    assert.equal(await range(["<=", 2]), "c d e f");
    assert.equal(await range([">", -5], ["<=", 2]), "d e f");
    assert.equal(await range([">=", 2], ["<", 2]), "");
    assert.equal(await range([">", 3]), "");
    assert.equal(await range([">", new Date(1)]), "i");
    assert.equal(await range(["<=", new Date(2)]), "h i");
    assert.equal(await range([">=", "2"]), "k l");
    assert.equal(await range(["<", "2"]), "j");
    assert.equal(await range([">=", ""]), "j k l");
  });

  test("a range on a descending order finds the same documents, the other way round", async () => {
    const collection = await fill({ a: { n: 1 }, b: { n: 2 }, c: { n: 3 }, d: { n: "x" } });
    const where: Filter[] = [
      { field: "n", op: ">=", value: 1 },
      { field: "n", op: "<", value: 3 },
    ];
    assert.equal(await ids({ collection, where, orderBy: [{ field: "n", direction: "desc" }] }), "b a");
  });

  test("in finds each document that has one of the values, once", async () => {
    const collection = await fill({ a: { n: 3 }, b: { n: 1 }, c: { n: 2 }, d: { n: "1" }, e: {} });
    assert.equal(await ids({ collection, where: [{ field: "n", op: "in", value: [3, 1, 1, 9] }] }), "a b");
    if (can.wideIn) assert.equal(await ids({ collection, where: [{ field: "n", op: "in", value: ["1", 2] }] }), "c d");
  });

  test("array-contains finds arrays with the element, once however often it is there", async () => {
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
    assert.deepEqual(
      [await contains("x"), await contains("y"), await contains(at), await contains(1)],
      ["a", "a c", "c", "e"],
    );
    assert.equal(await contains("z"), "");
  });

  test("an index follows its document through every kind of write", async () => {
    const collection = await fill({ a: { kind: "x", n: 1, tags: ["t", "u"] } });
    const path = `${collection}/a`;
    const found = async () => {
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
    assert.equal(await found(), "1011");
    await store().commit([{ op: "update", path, data: { n: 2 } }]);
    assert.equal(await found(), "0111");
    await store().commit([{ op: "merge", path, data: { tags: ["u"] } }]);
    assert.equal(await found(), "0101");
    await store().commit([{ op: "set", path, data: { n: 1, tags: ["t"], kind: "y" } }]);
    assert.equal(await found(), "1010");
    await store().commit([{ op: "delete", path }]);
    assert.equal(await found(), "0000");
    await store().commit([{ op: "create", path, data: { kind: "x", n: 2 } }]);
    assert.equal(await found(), "0101");
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
    assert.equal(await ids({ collection, where: [x], orderBy: [{ field: "n", direction: "asc" }] }), "b a d");
    assert.equal(await ids({ collection, where: [x], orderBy: [{ field: "n", direction: "desc" }] }), "d a b");
    assert.equal(await ids({ collection, where: [over, x], orderBy: [{ field: "n", direction: "desc" }] }), "d a");
    const both: Filter = { field: "kind", op: "in", value: ["x", "y"] };
    assert.equal(await ids({ collection, where: [both], orderBy: [{ field: "n", direction: "desc" }] }), "d c a b");
    assert.equal(await ids({ collection, where: [x, { field: "n", op: "==", value: 3 }] }), "d");
  });

  test("select returns the named fields only, and pages as well as without", async () => {
    const collection = await fill({ a: { n: 1, text: "x", map: { a: 1 } }, b: { n: 2, text: "y" } });
    const query: Query = { collection, orderBy: [{ field: "n", direction: "asc" }], limit: 1 };
    const first = await store().query({ ...query, select: ["map", "none"] });
    assert.deepEqual(first.docs[0]?.data, { map: { a: 1 } });
    const second = await store().query({ ...query, select: ["text"], after: first.cursor });
    assert.deepEqual(
      second.docs.map(({ id, data }) => ({ id, data })),
      [{ id: "b", data: { text: "y" } }],
    );
    const whole = await store().get(`${collection}/a`);
    assert.deepEqual((await store().query({ collection, select: [] })).docs[0], { ...whole, data: {} });
  });

  test("count counts what the query matches, within its limit and behind its position", async () => {
    const collection = await fill(Object.fromEntries(["a", "b", "c", "d"].map((id, n) => [id, { n }])));
    const query: Query = { collection, orderBy: [{ field: "n", direction: "asc" }], limit: 3 };
    assert.equal(await store().count({ collection }), 4);
    assert.equal(await store().count(query), 3);
    const { cursor } = await store().query(query);
    assert.equal(await store().count({ ...query, after: cursor }), 1);
    assert.equal(await store().count({ collection, limit: 2 }), 2);
  });

  test("a query whose index is not declared is refused with FAILED_PRECONDITION naming the index", async () => {
    const collection = await fill({ a: { n: 1, other: 1 } });
    const refuses = async (query: Query, ...names: string[]) => {
      const runs = [
        () => store().query(query),
        () => store().count(query),
        () => store().transact((tx) => tx.query(query)),
      ];
      for (const run of runs)
        await assert.rejects(run, (error: Error & { code?: string }) => {
          assert.equal(error.code, "FAILED_PRECONDITION");
          for (const name of names) assert.ok(error.message.includes(name), error.message);
          return true;
        });
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
