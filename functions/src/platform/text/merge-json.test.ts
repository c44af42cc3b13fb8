import { expect, test } from "@jest/globals";
import fc from "fast-check";
import type { FreeObject } from "#platform/shapes/free-json";
import { expectWithContext } from "#testing/harness/jest/context";
import { mergeJson, mergeJsonInto } from "./merge-json.ts";

const cases: [what: string, before: FreeObject, patch: FreeObject, merged: FreeObject][] = [
  ["a new key is added", { a: 1 }, { b: 2 }, { a: 1, b: 2 }],
  ["a value replaces a value", { a: 1 }, { a: "x" }, { a: "x" }],
  ["objects merge", { a: { b: 1, c: 2 } }, { a: { c: 3, d: 4 } }, { a: { b: 1, c: 3, d: 4 } }],
  [
    "objects merge at any depth",
    { a: { b: { c: { d: 1 } } } },
    { a: { b: { c: { e: 2 } } } },
    { a: { b: { c: { d: 1, e: 2 } } } },
  ],
  ["null removes a key", { a: 1, b: 2 }, { a: null }, { b: 2 }],
  ["null removes a key at any depth", { a: { b: { c: 1, d: 2 } } }, { a: { b: { c: null } } }, { a: { b: { d: 2 } } }],
  ["null removes an object", { a: { b: 1 } }, { a: null }, {}],
  ["null for a missing key changes nothing", { a: 1 }, { b: null }, { a: 1 }],
  ["null in a new object is dropped", {}, { a: { b: null, c: { d: null } } }, { a: { c: {} } }],
  ["an array replaces an array", { a: [1, 2, 3] }, { a: [4] }, { a: [4] }],
  ["null in an array is a value", { a: [1] }, { a: [null, { b: null }] }, { a: [null, { b: null }] }],
  ["an object replaces an array", { a: [1] }, { a: { b: 1 } }, { a: { b: 1 } }],
  ["an array replaces an object", { a: { b: 1 } }, { a: [] }, { a: [] }],
  ["an object replaces a value", { a: 1 }, { a: { b: 1 } }, { a: { b: 1 } }],
  ["a value replaces an object", { a: { b: 1 } }, { a: false }, { a: false }],
  ["an empty object keeps the existing keys", { a: { b: 1 } }, { a: {} }, { a: { b: 1 } }],
  ["an empty patch changes nothing", { a: 1 }, {}, { a: 1 }],
  [
    "names of methods are keys like any other",
    { a: 1 },
    { constructor: { prototype: { x: 1 } }, toString: 2 },
    { a: 1, constructor: { prototype: { x: 1 } }, toString: 2 },
  ],
  [
    "names of methods are removed like any other key",
    { hasOwnProperty: 1, valueOf: { a: 1 } },
    { hasOwnProperty: null, valueOf: null },
    {},
  ],
];

for (const [what, before, patch, merged] of cases)
  test(what, () => {
    const original = JSON.stringify([before, patch]);
    const result = mergeJson(before, patch);
    expect(result).toStrictEqual(merged);
    expectWithContext(JSON.stringify([before, patch]), "an argument was changed").toBe(original);
    const target = structuredClone(before);
    expect(mergeJsonInto(target, patch)).toBe(target);
    expect(JSON.stringify(target)).toBe(JSON.stringify(merged));
    expectWithContext(JSON.stringify(patch), "the patch was changed").toBe(JSON.stringify(JSON.parse(original)[1]));
  });

test("keys keep their order, and new ones are appended", () => {
  const merged = mergeJson({ z: 1, a: { y: 1, b: 2 }, m: 3 }, { b: 4, a: { c: 1, y: 2 }, z: 0 });
  expect(JSON.stringify(merged)).toBe('{"z":0,"a":{"y":2,"b":2,"c":1},"m":3,"b":4}');
});

test("__proto__ as an own key is data, and no object gets a new prototype", () => {
  const merged = mergeJson(JSON.parse('{"a":1}'), JSON.parse('{"__proto__":{"isAdmin":true},"b":{"__proto__":1}}'));
  expect(Object.keys(merged)).toStrictEqual(["a", "__proto__", "b"]);
  expect(Object.getPrototypeOf(merged)).toBe(Object.prototype);
  expect("isAdmin" in {}).toBe(false);
});

test("applying a patch twice changes nothing more, and merging into nothing leaves no null in an object", () => {
  const objects = fc.dictionary(fc.string(), fc.jsonValue()) as fc.Arbitrary<FreeObject>;
  fc.assert(
    fc.property(objects, objects, (before, patch) => {
      const once = mergeJson(before, patch);
      expect(mergeJson(once, patch)).toStrictEqual(once);
      const clean = mergeJson({}, patch);
      expect(mergeJson(clean, {})).toStrictEqual(clean);
      expect(mergeJson({}, clean)).toStrictEqual(clean);
    }),
  );
});

test("an object merged in place shares no object with the patch", () => {
  const patch = { a: { b: { c: 1 } } };
  const target = mergeJsonInto({}, patch);
  mergeJsonInto(target, { a: { b: { c: 2 } } });
  expect(patch).toStrictEqual({ a: { b: { c: 1 } } });
});
