import { expect, test } from "@jest/globals";
import { placesIn, type ScriptCoverage, unreached } from "./query-places.ts";

const source = `/** A comment tells of store.query(this). */
async function list(store, day) {
  const where = [];
  // where.push({ field: "x", op: "==", value: 1 });
  if (day) where.push({ field: "day", op: "<=", value: day });
  return store.query<Day>({ where, orderBy: [{ field: "day", direction: "asc" }] });
}`;
const at = (text: string) => source.indexOf(text);
const url = "file:///list.ts";
const places = placesIn(source).map((place) => ({ ...place, file: "list.ts", url }));

/** V8's counts if the function ran `calls` times, and its branch `branch` times. */
const counted = (calls: number, branch: number): ScriptCoverage[] => [
  {
    url,
    functions: [
      { ranges: [{ startOffset: 0, endOffset: source.length, count: 1 }] },
      {
        ranges: [
          { startOffset: at("async"), endOffset: source.length, count: calls },
          { startOffset: at('where.push({ field: "day"'), endOffset: at("  return"), count: branch },
        ],
      },
    ],
  },
];

test("queries, filters and orders are found anywhere in code, but not in comments", () => {
  expect([...new Set(places.map(({ line }) => line))]).toStrictEqual([5, 6]);
});

test("a place is reported when its function, its branch or its file did not run", () => {
  expect(unreached(places, counted(1, 1))).toStrictEqual([]);
  expect(unreached(places, counted(1, 0))).toStrictEqual(["list.ts:5"]);
  expect(unreached(places, counted(0, 0))).toStrictEqual(["list.ts:5", "list.ts:6"]);
  expect(unreached(places, [])).toStrictEqual(["list.ts:5", "list.ts:6"]);
});
