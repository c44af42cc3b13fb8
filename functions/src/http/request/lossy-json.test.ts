import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { expectWithContext } from "#testing/harness/jest/context";
import { refuseLossyJson } from "./lossy-json.ts";

/** The error for a body; undefined when there is none. */
function refusal(text: string): string | undefined {
  try {
    refuseLossyJson(Buffer.from(text), JSON.parse(text));
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

test("a repeated key is refused with the path of its object, however deep and in any spelling", () => {
  for (const [text, message] of [
    ['{"a":1,"a":1}', 'The request body must not have the key "a" twice.'],
    ['{"data":{"b":[0,{"c":1,"d":2,"c":3}]}}', 'data.b[1] must not have the key "c" twice.'],
    ['{"data":{"c":1,"\\u0063":2}}', 'data must not have the key "c" twice.'],
    ['{"data":{"":1,"":2}}', 'data must not have the key "" twice.'],
    ['{"data":{"__proto__":1,"__proto__":2}}', 'data must not have the key "__proto__" twice.'],
    ['{"data":{"7":1,"8":1,"7":2}}', 'data must not have the key "7" twice.'],
    ['{"data":{"x":{"y":1,"y":1e999},"x":1}}', 'data.x must not have the key "y" twice.'],
    [
      `{"${"k".repeat(500)}":1,"${"k".repeat(500)}":2}`,
      `The request body must not have the key "${"k".repeat(100)}…" twice.`,
    ],
  ] as const)
    expectWithContext(refusal(text), text).toBe(message);
});

test("a number beyond the range of a double is refused with its path", () => {
  const rule = "must be a number from -1.79e308 to 1.79e308.";
  for (const [text, place] of [
    ["1e400", "The request body"],
    ["[1,-1e309]", "The request body[1]"],
    ['{"data":{"a":[[{"b":1E+999}]]}}', "data.a[0][0].b"],
    [`{"data":{"a":1${"0".repeat(309)}}}`, "data.a"],
  ] as const)
    expectWithContext(refusal(text), text).toBe(`${place} ${rule}`);
});

test("the same key in different objects, colons and quotes in strings, and the largest numbers are accepted", () => {
  for (const text of [
    '{"a":{"a":{"a":[{"a":1},{"a":1}]}}}',
    '{"a":"\\"b\\":1,\\"b\\":2","c\\\\":"\\\\","d\\"":":::"}',
    '{"a":1.7976931348623157e308,"b":-1e-999,"c":12345678901234567890}',
    " [ ] ",
    '"a:b"',
    "null",
    '{"constructor":1,"toString":2,"__proto__":3}',
  ])
    expectWithContext(refusal(text), text).toBeUndefined();
});

test("every output of JSON.stringify is accepted, and with one member repeated it is refused", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.string(), fc.jsonValue(), fc.boolean(), (value, key, inner, isFirst) => {
      expect(refusal(JSON.stringify(value))).toBeUndefined();
      const member = `${JSON.stringify(key)}:${JSON.stringify(inner)}`;
      const between = `${JSON.stringify(`${key}x`)}:${JSON.stringify(value)}`;
      const members = isFirst ? [member, member, between] : [member, between, member];
      expect(refusal(`{${members.join()}}`) ?? "").toMatch(/ must not have the key .* twice\.$/su);
    }),
    { numRuns: 300 },
  );
});
