import { expect, test } from "@jest/globals";
import * as z from "zod";
import { contractCheck, contractKeywords, contractNote, maxCharacters } from "./contract-check.ts";
import { atLeastOne, atMostOne, exactlyOne, onlyWithout, requiredUnless } from "./field-rules.ts";
import { Id } from "./fields.ts";

const even = contractCheck<number>({ multipleOf: 2 }, (value) => value % 2 === 0, "must be even.");

test("a check refuses with its message, and a schema has the keywords of all of its checks", () => {
  const schema = z
    .number()
    .check(even)
    .check(contractNote({ "x-size": "small" }))
    .min(2);
  expect(schema.safeParse(4).success).toBe(true);
  expect(schema.safeParse(3).error?.issues[0]?.message).toBe("must be even.");
  expect(contractKeywords(schema, undefined)).toStrictEqual([{ multipleOf: 2 }, { "x-size": "small" }]);
});

test("keywords of the schema that is refined are left out", () => {
  const baseSchema = z.number().check(even);
  expect(contractKeywords(baseSchema.check(contractNote({ "x-size": "small" })), baseSchema)).toStrictEqual([
    { "x-size": "small" },
  ]);
});

test("a text's length is that of JSON Schema, in which an emoji is one character", () => {
  const schema = z.string().check(maxCharacters(3));
  for (const text of ["", "abc", "👩👩👩"]) expect(schema.safeParse(text).success).toBe(true);
  for (const text of ["abcd", "👩👩👩a", "x".repeat(100)]) expect(schema.safeParse(text).success).toBe(false);
  expect(z.toJSONSchema(schema)).toMatchObject({ maxLength: 3 });
});

const either = { at: "a", message: "or b is required." };
const fields = z.object({ a: z.string(), b: z.string(), c: z.string() }).partial();
const rules: [what: string, rule: z.core.$ZodCheck<object>, fine: object[], wrong: object[]][] = [
  ["at most one", atMostOne(["a", "b"]), [{}, { a: "x" }, { b: "x", c: "x" }], [{ a: "x", b: "x" }]],
  ["at least one", atLeastOne(["a", "b"], either), [{ a: "x" }, { a: "x", b: "x" }], [{}, { c: "x" }]],
  ["exactly one", exactlyOne(["a", "b"], either), [{ a: "x" }, { b: "x" }], [{}, { a: "x", b: "x" }]],
  [
    "one unless another has a value",
    requiredUnless("a", ["b", "y"], "is required."),
    [{ b: "y" }, { a: "x" }],
    [{ b: "x" }, {}],
  ],
  [
    "one of two unless another has a value",
    requiredUnless(["a", "c"], ["b", "y"], "is required."),
    [{ b: "y" }, { c: "x" }],
    [{ b: "x" }],
  ],
];

for (const [what, rule, fine, wrong] of rules)
  test(`a rule asks for ${what} of some fields`, () => {
    const schema = fields.check(rule);
    for (const value of fine) expect(schema.safeParse(value).success).toBe(true);
    for (const value of wrong) expect(schema.safeParse(value).success).toBe(false);
  });

test("a switch that is on can exclude other fields", () => {
  const schema = z
    .object({ isAll: z.boolean().optional(), id: z.string().nullish() })
    .check(onlyWithout("isAll", ["id"], { message: "excludes an id." }));
  for (const value of [{}, { isAll: true }, { isAll: true, id: null }, { isAll: false, id: "x" }])
    expect(schema.safeParse(value).success).toBe(true);
  expect(schema.safeParse({ isAll: true, id: "x" }).error?.issues[0]?.path).toStrictEqual(["isAll"]);
});

test("an id is refused for white space alone, control characters, half a surrogate pair and too many bytes", () => {
  for (const id of ["a", " a ", "a/b", "..", "__proto__", "漢字", "👩‍🔬", "x".repeat(500), "é".repeat(250)])
    expect(Id.safeParse(id).success).toBe(true);
  for (const id of ["", " ", "\u3000\ufeff", "a\n", "\u0085", "\ud800", "x".repeat(501), "é".repeat(251)])
    expect(Id.safeParse(id).success).toBe(false);
});
