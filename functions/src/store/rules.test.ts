import { expect, test } from "@jest/globals";
import { type DocData, REMOVE, type Write } from "#store/port";
import { checkCollection, checkData, checkPath, checkWrites, MAX_DOC_BYTES, measure, scopeOf } from "#store/rules";
import type { Tree } from "#store/tree";
import { expectWithContext } from "#testing/harness/jest/context";

const tree: Tree = {
  roots: ["orgs"],
  collections: {
    orgs: { children: ["docs"] },
    docs: { children: ["logs"] },
    logs: { groupUnder: "orgs" },
  },
};

test("a path is accepted when every collection is where the tree declares it", () => {
  checkPath(tree, "orgs/o");
  checkPath(tree, "orgs/o/docs/orgs/logs/l");
  expect(checkCollection(tree, "orgs")).toBe("orgs");
  expect(checkCollection(tree, "orgs/o/docs/d/logs")).toBe("logs");
});

test("a path outside the tree is refused", () => {
  const wrong = [
    "",
    "orgs",
    "orgs/",
    "/o",
    "docs/d",
    "orgs/o/docs",
    "orgs/o/logs/l",
    "orgs//docs/d",
    "orgs/o/docs/d/x/y",
    "orgs/o/docs/",
  ];
  for (const path of [...wrong, "__proto__/x", "orgs/o/constructor/x"])
    expectWithContext(() => checkPath(tree, path), path).toThrow(expect.objectContaining({ code: "INVALID_ARGUMENT" }));
  for (const path of ["", "docs", "orgs/o", "orgs/o/logs", "orgs//docs", "toString"])
    expectWithContext(() => checkCollection(tree, path), path).toThrow(
      expect.objectContaining({ code: "INVALID_ARGUMENT" }),
    );
});

test("the scope of a group is the nearest document above in the declared collection", () => {
  expect(scopeOf(tree, "orgs/o/docs/d/logs/l")).toBe("orgs/o");
  expect(scopeOf(tree, "orgs/o/docs/d")).toBeUndefined();
});

test("a date is detected in data at any depth", () => {
  expect(checkData({ a: 1, b: "x", c: null, d: [true], e: { f: undefined } })).toBe(false);
  expect(checkData({ a: [{ b: new Date(0) }] })).toBe(true);
  expect(checkData({ a: REMOVE, b: undefined })).toBe(false);
});

test("a document of one mebibyte is refused, and text is measured in UTF-8 bytes", () => {
  const room = MAX_DOC_BYTES - 32 - "text".length - 2;
  expect(checkData({ text: "x".repeat(room) })).toBe(false);
  expect(() => checkData({ text: "x".repeat(room + 1) })).toThrow(
    expect.objectContaining({
      code: "INVALID_ARGUMENT",
      message: expect.stringMatching(/1 MiB/),
    }),
  );
  expect(() => checkData({ text: "€".repeat(room / 2) })).toThrow(
    expect.objectContaining({
      code: "INVALID_ARGUMENT",
    }),
  );
  expect(checkData({ text: "x".repeat(room / 2), when: new Date(0) })).toBe(true);
});

test("values that Firestore cannot hold are refused", () => {
  const nested = (levels: number): DocData => (levels === 1 ? { leaf: 1 } : { map: nested(levels - 1) });
  checkData(nested(20));
  const wrong: unknown[] = [
    nested(21),
    { a: [[1]] },
    { a: [{ b: [[]] }] },
    { a: Number.NaN },
    { a: Number.POSITIVE_INFINITY },
    { a: new Date(Number.NaN) },
    { a: new Date(8e15) },
    { a: "\ud800" },
    { "": 1 },
    { a: { __b__: 1 } },
    JSON.parse('{"a":{"__proto__":1}}'),
    { _under: "x" },
    { a: { b: REMOVE } },
    { a: [undefined] },
    { a: 1n },
    { a: () => 1 },
  ];
  for (const data of wrong)
    expect(() => checkData(data as DocData)).toThrow(
      expect.objectContaining({
        code: "INVALID_ARGUMENT",
      }),
    );
});

test("the measured size of a document is never below its bytes", () => {
  expect(measure({ text: "€".repeat(1000), list: [1, true, null, new Date(0)] }).bytes).toBeGreaterThanOrEqual(
    3000 + 18,
  );
});

test("a commit takes 500 writes to as many documents, all of them in the tree", () => {
  const writes = Array.from({ length: 501 }, (_, n): Write => ({ op: "delete", path: `orgs/${n}` }));
  checkWrites(tree, []);
  checkWrites(tree, writes.slice(1));
  const [first] = writes;
  for (const wrong of [writes, [first, first], [first, { op: "delete", path: "docs/d" }]])
    expect(() => checkWrites(tree, wrong as Write[])).toThrow(expect.objectContaining({ code: "INVALID_ARGUMENT" }));
});
