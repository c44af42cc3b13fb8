import { expect, test } from "@jest/globals";
import * as z from "zod";
import type { ApiError, FieldIssue } from "#platform/error";
import { world } from "#testing/harness/world";
import { parseInput } from "./validation.ts";

function problems(schema: z.ZodType, data: unknown): { message: string; issues: FieldIssue[] } {
  try {
    parseInput(schema, data);
  } catch (error) {
    const { code, message, extras } = error as ApiError;
    expect(code).toBe("INVALID_ARGUMENT");
    return { message, issues: (extras.details as { issues: FieldIssue[] }).issues };
  }
  throw new Error(`${JSON.stringify(data)} was accepted`);
}

const cases: [schema: z.ZodType, value: unknown, sentence: string][] = [
  [z.string(), undefined, "is required."],
  [z.enum(["a", "b"]), undefined, "is required."],
  [z.string(), 1, "must be a string, not a number."],
  [z.string(), null, "must be a string, not null."],
  [z.string(), [], "must be a string, not an array."],
  [z.string(), {}, "must be a string, not an object."],
  [z.boolean(), "true", "must be a boolean, not a string."],
  [z.number(), "1", "must be a number, not a string."],
  [z.int(), 1.5, "must be a whole number."],
  [z.number(), Number.POSITIVE_INFINITY, "must be a finite number."],
  [z.array(z.string()), {}, "must be an array, not an object."],
  [z.object({}), [], "must be an object, not an array."],
  [z.record(z.string(), z.boolean()), [], "must be an object, not an array."],
  [z.enum(["a", "b"]), "c", "must be one of `a`, `b`."],
  [z.literal("a"), "b", "must be `a`."],
  [z.enum(["a", "b"]), { toString: 1 }, "must be one of `a`, `b`."],
  [z.string().min(1), "", "must not be empty."],
  [z.string().min(3), "ab", "must have at least 3 characters."],
  [z.string().max(3), "abcd", "must have at most 3 characters."],
  [z.array(z.any()).min(1), [], "must not be empty."],
  [z.array(z.any()).min(2), [1], "must have at least 2 items."],
  [z.array(z.any()).max(1), [1, 2], "must have at most 1 items."],
  [z.number().min(1), 0, "must be at least 1."],
  [z.number().positive(), 0, "must be more than 0."],
  [z.number().max(5), 6, "must be at most 5."],
  [z.number().lt(5), 5, "must be less than 5."],
  [z.strictObject({}), { a: 1 }, "must not have the field `a`."],
  [z.strictObject({}), { a: 1, b: 2 }, "must not have the fields `a`, `b`."],
  [z.email(), "ada", "must be an e-mail address."],
  [z.base64(), "AA", "must be base64, padded with `=` to a multiple of 4 characters."],
  [z.url(), "example", "must be a valid URL."],
  [z.string().refine(() => false, "must be lucky."), "x", "must be lucky."],
];

for (const [schema, value, sentence] of cases)
  test(`${JSON.stringify(value)} for ${schema.type} is refused as: ${sentence}`, () => {
    const { message, issues } = problems(z.object({ field: schema }), { field: value });
    expect(message).toBe(`data.field ${sentence}`);
    expect(issues).toStrictEqual([{ path: "data.field", message: sentence }]);
  });

test("a value that is missing or has another type is one problem, whatever its type would require", () => {
  const short = z.string().min(1);
  const schema = z.object({ id: short, names: z.array(short).max(2), text: z.string() }).refine(() => false, {
    message: "does not fit.",
    path: ["text"],
    when: () => true,
  });
  expect(problems(schema, { id: [], names: "abc" }).issues).toStrictEqual([
    { path: "data.id", message: "must be a string, not an array." },
    { path: "data.names", message: "must be an array, not a string." },
    { path: "data.text", message: "is required." },
  ]);
  expect(problems(schema, { id: "", names: ["", 1], text: "a" }).issues.length).toBe(4);
});

test("the message names the first problem and the details list all of them", () => {
  const { message, issues } = problems(z.object({ a: z.string(), b: z.int() }), { b: "x" });
  expect(message).toBe("data.a is required.");
  expect(issues.map(({ path }) => path)).toStrictEqual(["data.a", "data.b"]);
});

test("a path leads through lists and through keys that are not plain words", () => {
  const schema = z.object({ list: z.array(z.record(z.string(), z.object({ n: z.int() }))) });
  const { issues } = problems(schema, { list: [{}, { 'a"b.c': { n: "x" } }] });
  expect(issues[0]?.path).toBe('data.list[1]["a\\"b.c"].n');
});

test("at most a hundred problems are listed", () => {
  const many = Array.from({ length: 500 }, () => "x");
  expect(problems(z.object({ list: z.array(z.int()) }), { list: many }).issues.length).toBe(100);
});

test("a long name of the caller's is shortened in messages, so that a refusal is no larger than its request", () => {
  const name = "x".repeat(100_000);
  const schema = z.object({ free: z.record(z.string(), z.array(z.int())) });
  const { message, issues } = problems(schema, { free: { [name]: Array.from({ length: 100 }, () => "x") } });
  expect(issues.length).toBe(100);
  expect(issues[1]?.path).toBe(`data.free.${"x".repeat(100)}…[1]`);
  expect(message.length).toBeLessThan(200);
  const strict = problems(z.strictObject({}), { [name]: 1 });
  expect(strict.message).toBe(`data must not have the field \`${"x".repeat(100)}…\`.`);
});

test("valid input comes out as the schema transforms it", () => {
  const schema = z.object({ a: z.string().trim(), b: z.int().default(5) });
  expect(parseInput(schema, { a: " x ", more: 1 })).toStrictEqual({ a: "x", b: 5 });
});

test("details.issues lists the field of the message, whether the JSON, the shape or the endpoint refuses it", async () => {
  const w = await world();
  const deep = `${"[".repeat(501)}${"]".repeat(501)}`;
  for (const [path, raw, issue] of [
    ["/v2/users/get", '{"data":{"pageSize":1,"pageSize":2}}', ["data", 'must not have the key "pageSize" twice.']],
    [
      "/v2/users/get",
      '{"data":{"userIds":[{"__proto__":1}]}}',
      ["data.userIds[0]", 'must not have the key "__proto__".'],
    ],
    ["/v2/users/get", '{"data":{"pageSize":1e999}}', ["data.pageSize", "must be a number from -1.79e308 to 1.79e308."]],
    ["/v2/users/get", `{"data":{"userIds":${deep}}}`, ["data.userIds", "must not nest deeper than 500 levels."]],
    ["/v2/users/get", '{"data":{}}', ["data.organizationId", "is required."]],
    [
      "/v2/organizations/documents/migrate",
      '{"data":{"organizationId":"acme","documentId":"a","newDocumentId":"a"}}',
      ["data.newDocumentId", "must not be the documentId."],
    ],
  ] as const) {
    const { status, message, details } = await w.fails(path, undefined, { raw });
    const [field, problem] = issue;
    expect([status, message]).toStrictEqual(["INVALID_ARGUMENT", `${field} ${problem}`]);
    expect(details.issues).toStrictEqual([{ path: field, message: problem }]);
  }
});
