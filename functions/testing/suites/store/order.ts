import { expect, test } from "@jest/globals";
import { toPath } from "#store/paths";
import type { DocData, OrderBy, Query, Value, Write } from "#store/port";
import { testUnless } from "#testing/harness/jest/skip";
import type { Contract } from "./capabilities.ts";

const asc = (field: string): OrderBy => ({ field, direction: "asc" });
const desc = (field: string): OrderBy => ({ field, direction: "desc" });

/** Contract: the order of documents. */
export function orderContract({ store, world, can }: Contract): void {
  async function fill(docs: [id: string, data: DocData][]): Promise<string> {
    const w = world();
    await store().commit(
      docs.map(([id, data]): Write => ({ op: "set", path: `${w}/items/${toPath("x", id).slice(2)}`, data })),
    );
    return `${w}/items`;
  }

  async function ids(query: Query): Promise<string[]> {
    return (await store().query(query)).docs.map((doc) => doc.id);
  }

  test("values of different types order null, boolean, number, date, text", async () => {
    const ordered: Value[] = [
      ...[null, false, true, -1e300, -2, -1.5, 0, 5e-324, 1, 1.5, 2, 10, 1e300],
      ...[new Date(-1), new Date(0), new Date(1), new Date(1e12), "", " ", "1", "10", "2", "A", "a", "aa", "b"],
    ];
    const docs = ordered.map((n, i): [string, DocData] => [String(i).padStart(2, "0"), { n, kind: "k" }]);
    const collection = await fill(docs.toSorted(([a], [b]) => (a.slice(1) < b.slice(1) ? -1 : 1)));
    const expected = docs.map(([id]) => id);
    const kind: Query["where"] = [{ field: "kind", op: "==", value: "k" }];
    expect(await ids({ collection, orderBy: [asc("n")] })).toStrictEqual(expected);
    expect(await ids({ collection, orderBy: [desc("n")] })).toStrictEqual(expected.toReversed());
    expect(await ids({ collection, where: kind, orderBy: [asc("n")] })).toStrictEqual(expected);
    expect(await ids({ collection, where: kind, orderBy: [desc("n")] })).toStrictEqual(expected.toReversed());
  });

  const ordered = [
    "",
    "\u0000",
    "\u0000a",
    "\u0001",
    "a",
    "a\u0000",
    "a\u0000a",
    "a\u0001",
    "aa",
    "z",
    "é",
    "\ud7ff",
    "\uffee",
    "\uffff",
    "😀",
    "😀a",
  ];

  testUnless(!can.utf8Order)("text orders by UTF-8 bytes", async () => {
    const collection = await fill(ordered.map((text, i) => [String(99 - i), { text, n: 1 }]));
    const expected = ordered.map((_, i) => String(99 - i));
    expect(await ids({ collection, orderBy: [asc("text")] })).toStrictEqual(expected);
    expect(await ids({ collection, orderBy: [desc("text")] })).toStrictEqual(expected.toReversed());
    expect(await ids({ collection, orderBy: [asc("n"), desc("text")] })).toStrictEqual(expected.toReversed());
    const range: Query["where"] = [{ field: "text", op: ">", value: "\uffff" }];
    expect(await ids({ collection, where: range, orderBy: [asc("text")] })).toStrictEqual(expected.slice(-2));
  });

  test("ids order by UTF-8 bytes", async () => {
    const names = ordered.slice(1).filter((id) => can.anyId || !/\p{Cc}/u.test(id));
    const collection = await fill(names.toReversed().map((id) => [id, { n: 1 }]));
    expect(await ids({ collection })).toStrictEqual(names);
    expect(await ids({ collection, orderBy: [desc("n")] })).toStrictEqual(names.toReversed());
  });

  test("ties order by id in the direction of the last key", async () => {
    const collection = await fill(
      ["c", "a", "d", "b"].map((id): [string, DocData] => [id, { n: 1, kind: "k", text: "t", tags: ["t"] }]),
    );
    const kind: Query["where"] = [{ field: "kind", op: "==", value: "k" }];
    const up = ["a", "b", "c", "d"];
    const down = up.toReversed();
    expect(await ids({ collection, where: [{ field: "n", op: "==", value: 1 }] })).toStrictEqual(up);
    expect(await ids({ collection, where: [{ field: "tags", op: "array-contains", value: "t" }] })).toStrictEqual(up);
    expect(await ids({ collection, orderBy: [asc("n")] })).toStrictEqual(up);
    expect(await ids({ collection, orderBy: [desc("n")] })).toStrictEqual(down);
    expect(await ids({ collection, where: kind, orderBy: [desc("n")] })).toStrictEqual(down);
    expect(await ids({ collection, where: kind, orderBy: [desc("n"), asc("text")] })).toStrictEqual(up);
    expect(await ids({ collection, orderBy: [asc("n"), desc("text")] })).toStrictEqual(down);
  });

  test("several keys order by the first, then by the next, each in its own direction", async () => {
    const rows: [string, number, string][] = [
      ["a", 2, "x"],
      ["b", 1, "x"],
      ["c", 1, "y"],
      ["d", 2, "z"],
      ["e", 1, "y"],
    ];
    const collection = await fill(rows.map(([id, n, text]) => [id, { n, text, kind: "k" }]));
    expect(await ids({ collection, orderBy: [asc("n"), desc("text")] })).toStrictEqual(["e", "c", "b", "d", "a"]);
    const where: Query["where"] = [{ field: "kind", op: "==", value: "k" }];
    expect(await ids({ collection, where, orderBy: [desc("n"), asc("text")] })).toStrictEqual([
      "a",
      "d",
      "b",
      "c",
      "e",
    ]);
  });

  testUnless(!can.leavesOutMissing)("documents that lack an ordered field are left out", async () => {
    const collection = await fill([
      ["a", { n: 1, kind: "k" }],
      ["b", { kind: "k" }],
      ["c", { n: null, kind: "k" }],
      ["d", { n: 2, text: "t" }],
    ]);
    expect(await ids({ collection, orderBy: [asc("n")] })).toStrictEqual(["c", "a", "d"]);
    expect(await ids({ collection, orderBy: [desc("n")], limit: 2 })).toStrictEqual(["d", "a"]);
    expect(await ids({ collection, orderBy: [asc("n"), desc("text")] })).toStrictEqual(["d"]);
    expect(await store().count({ collection, orderBy: [asc("n")] })).toBe(3);
  });
}
