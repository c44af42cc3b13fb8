import { expect, test } from "@jest/globals";
import type { Cursor, Doc, Query, Write } from "#store/port";
import { expectWithContext } from "#testing/harness/jest/context";
import type { Contract } from "./capabilities.ts";

/** Contract: `limit`, `after` and the cursor between pages. */
export function pagingContract({ store, world, can }: Contract): void {
  /** Documents with many ties, several types of value and ids in another order. */
  async function fill(): Promise<string> {
    const w = world();
    const values = [1, 1, 1, 2, 2, "a", "a", new Date(4), new Date(4), null, true];
    const items = Array.from({ length: 33 }, (_, i): Write => {
      const data = { n: values[i % values.length], kind: `k${i % 3}`, text: `t${i % 2}`, tags: [`t${i % 2}`, "all"] };
      return { op: "set", path: `${w}/items/i${(i * 7) % 33}`, data };
    });
    const logs = Array.from({ length: 9 }, (_, i): Write => {
      const path = i % 2 ? `${w}/logs/l${i % 5}-${i}` : `${w}/items/i${i}/logs/l${i % 5}`;
      return { op: "set", path, data: { n: i % 2, kind: "k" } };
    });
    await store().commit([...items, ...logs]);
    return w;
  }

  async function pages(query: Query, limit: number): Promise<Doc[]> {
    const docs: Doc[] = [];
    let after: Cursor | undefined;
    do {
      const page = await store().query({ ...query, limit, after });
      expect(page.docs.length).toBeLessThanOrEqual(limit);
      expect(page.cursor !== undefined).toBe(page.docs.length === limit);
      docs.push(...page.docs);
      // A cursor is sent inside a page token, as JSON.
      after = page.cursor && JSON.parse(JSON.stringify(page.cursor));
    } while (after);
    return docs;
  }

  test("pages visit every document of a query exactly once, in its order", async () => {
    const w = await fill();
    const collection = `${w}/items`;
    const queries: Query[] = [
      { collection },
      { collection, orderBy: [{ field: "n", direction: "asc" }] },
      { collection, orderBy: [{ field: "n", direction: "desc" }] },
      { collection, where: [{ field: "n", op: "==", value: 1 }] },
      { collection, where: [{ field: "n", op: "in", value: can.wideIn ? [2, 1, "a", true] : [2, 1] }] },
      { collection, where: [{ field: "n", op: ">=", value: 1 }], orderBy: [{ field: "n", direction: "asc" }] },
      { collection, where: [{ field: "n", op: "<=", value: 2 }], orderBy: [{ field: "n", direction: "desc" }] },
      { collection, where: [{ field: "kind", op: "==", value: "k1" }], orderBy: [{ field: "n", direction: "desc" }] },
      {
        collection,
        where: [{ field: "kind", op: "in", value: ["k0", "k2"] }],
        orderBy: [{ field: "n", direction: "asc" }],
      },
      {
        collection,
        where: [{ field: "kind", op: "in", value: ["k2", "k1"] }],
        orderBy: [{ field: "n", direction: "desc" }],
      },
      { collection, where: [{ field: "tags", op: "array-contains", value: "t1" }] },
      {
        collection,
        where: [{ field: "tags", op: "array-contains", value: "all" }],
        orderBy: [{ field: "n", direction: "asc" }],
      },
      {
        collection,
        orderBy: [
          { field: "n", direction: "asc" },
          { field: "text", direction: "desc" },
        ],
      },
      { group: "logs", under: w },
      { group: "logs", under: w, orderBy: [{ field: "n", direction: "asc" }] },
      {
        group: "logs",
        under: w,
        where: [{ field: "kind", op: "==", value: "k" }],
        orderBy: [{ field: "n", direction: "desc" }],
      },
    ];
    for (const query of queries) {
      const whole = await store().query(query);
      expectWithContext(whole.docs.length, JSON.stringify(query)).toBeGreaterThan(5);
      expect(whole.cursor).toBeUndefined();
      expect(new Set(whole.docs.map((doc) => doc.path)).size).toBe(whole.docs.length);
      for (const limit of [1, 2, 5, whole.docs.length, 100])
        expectWithContext(await pages(query, limit), `${JSON.stringify(query)} by ${limit}`).toStrictEqual(whole.docs);
    }
  });

  test("a cursor is valid after its document was deleted or changed", async () => {
    const w = await fill();
    const query: Query = { collection: `${w}/items`, orderBy: [{ field: "n", direction: "asc" }] };
    const whole = (await store().query(query)).docs;
    const first = await store().query({ ...query, limit: 4 });
    await store().commit([{ op: "delete", path: first.docs[3]?.path ?? "" }]);
    const rest = await store().query({ ...query, after: first.cursor });
    expect(rest.docs).toStrictEqual(whole.slice(4));
  });

  test("a query can start between documents, before the first one or after the last one", async () => {
    const w = world();
    const collection = `${w}/items`;
    await store().commit(["b", "d"].map((id, n): Write => ({ op: "set", path: `${collection}/${id}`, data: { n } })));
    const ids = async (query: Query) => (await store().query(query)).docs.map((doc) => doc.id).join("");
    expect(await ids({ collection, after: [`${collection}/a`] })).toBe("bd");
    expect(await ids({ collection, after: [`${collection}/c`] })).toBe("d");
    expect(await ids({ collection, after: [`${collection}/z`] })).toBe("");
    const orderBy: Query["orderBy"] = [{ field: "n", direction: "desc" }];
    expect(await ids({ collection, orderBy, after: [0.5, `${collection}/x`] })).toBe("b");
    expect(await ids({ collection, orderBy, after: ["text", `${collection}/x`] })).toBe("db");
    expect(await ids({ collection, orderBy, after: [1, `${collection}/e`] })).toBe("db");
    expect(await ids({ collection, orderBy, after: [null, `${collection}/a`] })).toBe("");
  });

  test("a cursor of another query is refused", async () => {
    const w = world();
    const collection = `${w}/items`;
    const orderBy: Query["orderBy"] = [{ field: "n", direction: "asc" }];
    const wrong: Cursor[] = [
      [],
      [1],
      [`${collection}/a`],
      [1, 2, `${collection}/a`],
      [1, `${w}/logs/a`],
      [1, `${world()}/items/a`],
    ];
    for (const after of wrong)
      await expect(store().query({ collection, orderBy, after })).rejects.toMatchObject({ code: "INVALID_ARGUMENT" });
  });

  test("a page that is bounded by bytes ends early with at least one document, and nothing is skipped or repeated", async () => {
    const w = world();
    const collection = `${w}/items`;
    await store().commit(
      Array.from({ length: 30 }, (_, i): Write => {
        const data = { n: i % 4, text: "x".repeat(i % 7 === 0 ? 20_000 : 900) };
        return { op: "set", path: `${collection}/i${i}`, data };
      }),
    );
    const queries: Query[] = [
      { collection },
      { collection, orderBy: [{ field: "n", direction: "desc" }] },
      { collection, where: [{ field: "n", op: "in", value: [3, 1, 2, 0] }] },
    ];
    for (const query of queries) {
      const sizes: number[] = [];
      const ids: string[] = [];
      let after: Cursor | undefined;
      do {
        const page = await store().query({ ...query, limit: 12, maxBytes: 5000, after });
        sizes.push(page.docs.length);
        ids.push(...page.docs.map(({ id }) => id));
        after = page.cursor;
      } while (after);
      expect(ids).toStrictEqual((await store().query(query)).docs.map(({ id }) => id));
      expectWithContext(sizes.includes(1) && sizes.every((size) => size <= 5), String(sizes)).toBe(true);
    }
  });
}
