import { expect, test } from "@jest/globals";
import { expectWithContext } from "#testing/harness/jest/context";
import { mergeConfig, withDefaults } from "./merge-config.ts";

const cases: [layers: object[], merged: object][] = [
  [[], {}],
  [[{ a: 1 }, {}], { a: 1 }],
  [[{}, { a: 1 }], { a: 1 }],
  [[{ a: 1, b: { c: 1, d: { e: 1 } } }, { b: { d: { f: 2 } } }], { a: 1, b: { c: 1, d: { e: 1, f: 2 } } }],
  [[{ a: true }, { a: false }, { a: 0 }], { a: 0 }],
  [[{ a: { b: 1 } }, { a: "" }], { a: "" }],
  [[{ a: "" }, { a: { b: 1 } }], { a: { b: 1 } }],
  [[{ a: { constructor: 1 } }, { a: { toString: 2 } }], { a: { constructor: 1, toString: 2 } }],
  [
    [{ a: { "comment.add": true } }, { a: { "comment.update": false } }],
    { a: { "comment.add": true, "comment.update": false } },
  ],
];
for (const [layers, merged] of cases)
  test(`${JSON.stringify(layers)} are merged into ${JSON.stringify(merged)}`, () => {
    const before = structuredClone(layers);
    expect(mergeConfig(...layers)).toStrictEqual(merged);
    expectWithContext(layers, "a layer was changed").toStrictEqual(before);
  });

test("a key __proto__ sets no prototype", () => {
  const hostile = JSON.parse('{"a":{"__proto__":{"polluted":true}}}');
  const merged = mergeConfig<{ a: object }>({ a: {} }, hostile);
  expect(Object.keys(merged.a)).toStrictEqual(["__proto__"]);
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});

test("stored values override the defaults, and the defaults are not modified", () => {
  type Config = { a?: boolean; b?: { c?: number; d?: number } };
  const defaults: Required<Config> = { a: false, b: { c: 1, d: 2 } };
  expect(withDefaults<Config>(defaults, { b: { d: 3 } })).toStrictEqual({ a: false, b: { c: 1, d: 3 } });
  expect(defaults).toStrictEqual({ a: false, b: { c: 1, d: 2 } });
});
