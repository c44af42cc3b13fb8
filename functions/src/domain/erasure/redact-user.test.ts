import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { addNamesIn } from "#platform/text/named-people";
import { expectWithContext } from "#testing/harness/jest/context";
import {
  DELETED_USER as GONE,
  redactGeneratedText,
  redactJson,
  redactKeys,
  redactRecord,
  redactTemplateData,
  redactText,
} from "./redact-user.ts";
import { searchNamesOf } from "./search-names.ts";

const subjects = {
  userIds: new Set(["ada", "1", "a.d+a", "__proto__"]),
  emails: new Set(["ada@example.com"]),
  names: new Set(["Ada Lovelace"]),
};

const cases: [what: string, json: unknown, redacted: unknown][] = [
  ["an object with their userId is replaced entirely", { userId: "ada", name: "Ada", x: [1] }, GONE],
  ["such an object is replaced at any depth", { a: [{ b: { userId: "ada" } }] }, { a: [{ b: GONE }] }],
  ["a longer id that contains theirs is kept", { userId: "adams" }, { userId: "adams" }],
  ["a number is not an id", { userId: 1, count: 1 }, { userId: 1, count: 1 }],
  [
    "other values that equal their id are kept",
    { total: "1", ada: "ada", id: "ada" },
    { total: "1", ada: "ada", id: "ada" },
  ],
  [
    "fields that name a user by id",
    { resolvedByUserId: "ada", ownerUserId: "lin" },
    { resolvedByUserId: "deleted-user", ownerUserId: "lin" },
  ],
  [
    "fields that name users by id",
    { userIds: ["ada", "lin"], readByUserIds: ["ada"] },
    { userIds: ["lin"], readByUserIds: [] },
  ],
  ["other elements of such a list", { userIds: ["lin", { userId: "ada" }] }, { userIds: ["lin", GONE] }],
  [
    "fields whose names end alike by chance",
    { superuserIds: ["ada"], xuserId: "ada" },
    { superuserIds: ["ada"], xuserId: "ada" },
  ],
  [
    "mentions in texts",
    { text: "Hi {{ada}} and {{ lin }}, {{ a.d+a }}!" },
    { text: "Hi Deleted user and {{ lin }}, Deleted user!" },
  ],
  ["text that names them without a mention", ["ada and {ada}"], ["ada and {ada}"]],
  [
    "addresses in texts",
    "Write to Ada@Example.com, <ada@example.com>, mailto:ada@example.com?x=1.",
    "Write to Deleted user, <Deleted user>, mailto:Deleted user?x=1.",
  ],
  [
    "addresses that contain theirs",
    "xada@example.com ada@example.community ada@example.com.example",
    "xada@example.com ada@example.community ada@example.com.example",
  ],
  [
    "the address of another user who shares it",
    { userId: "lin", email: "ada@example.com" },
    { userId: "lin", email: "ada@example.com" },
  ],
  ["names in general", { name: "Ada Lovelace" }, { name: "Ada Lovelace" }],
  ["other kinds of values", [null, true, 0, "", {}, []], [null, true, 0, "", {}, []]],
  ["keys with names of methods", { constructor: { userId: "ada" }, toString: 1 }, { constructor: GONE, toString: 1 }],
];

for (const [what, json, redacted] of cases)
  test(`redacting JSON: ${what}`, () => {
    const input = JSON.stringify(json);
    const result = redactJson(json, subjects);
    expect(result).toStrictEqual(redacted);
    expectWithContext(JSON.stringify(json), "the input was modified").toBe(input);
    if (JSON.stringify(redacted) === input)
      expectWithContext(result, "nothing was redacted, but a copy was returned").toBe(json);
    expectWithContext(redactJson(result, subjects), "redacting again finds something").toBe(result);
  });

test("__proto__ is an id and a key like any other", () => {
  const json = JSON.parse('{"userId":"__proto__","a":1}');
  expect(redactJson(json, subjects)).toStrictEqual(GONE);
  const keyed = JSON.parse('{"__proto__":{"userId":"ada"},"b":{"userId":"ada"}}');
  const redacted = redactJson(keyed, subjects) as object;
  expect(Object.keys(redacted)).toStrictEqual(["__proto__", "b"]);
  expect(Object.getPrototypeOf(redacted)).toBe(Object.prototype);
});

test("an inherited userId is ignored", () => {
  expect(redactJson(Object.create({ userId: "ada" }), subjects)).toStrictEqual({});
});

test("a record is not replaced as a whole, whichever user its userId names", () => {
  const record = { userId: "ada", plan: "pro", owner: { userId: "ada" } };
  expect(redactRecord(record, subjects)).toStrictEqual({ userId: "deleted-user", plan: "pro", owner: GONE });
  const other = { userId: "lin", plan: "pro" };
  expect(redactRecord(other, subjects)).toBe(other);
});

test("template values that are exactly an id or name of the users are redacted", () => {
  const data = { who: "ada", name: "Ada Lovelace", user: { userId: "ada" }, text: "Ada Lovelace left", total: "2" };
  expect(redactTemplateData(data, subjects)).toStrictEqual({
    who: "Deleted user",
    name: "Deleted user",
    user: GONE,
    text: "Ada Lovelace left",
    total: "2",
  });
});

test("values under the users' ids are removed at any depth, except under numeric ids, which may be counters", () => {
  const json = { ada: { x: 1 }, lin: 2, deep: [{ ada: 1, list: ["ada"] }], "1": "one", constructor: { "a.d+a": 1 } };
  const redacted = { lin: 2, deep: [{ list: ["ada"] }], "1": "one", constructor: {} };
  expect(redactKeys(json, subjects)).toStrictEqual(redacted);
  for (const same of [redacted, [], "ada", null, { a: ["ada"] }]) expect(redactKeys(same, subjects)).toBe(same);
  expect(redactKeys(JSON.parse('{"__proto__":1,"b":2}'), subjects)).toStrictEqual({ b: 2 });
});

test("text without mentions and addresses is never changed", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      if (!text.includes("{{") && !text.includes("@")) expect(redactText(text, subjects)).toBe(text);
    }),
  );
});

test("long texts of brackets, blanks, dots or at signs are processed in linear time", () => {
  for (const start of ["", "{{", "@", "ada@"])
    for (const part of ["{{", "{{ ", " ", "}} ", "@", "a", "a@", ".", "a@."]) {
      const text = start + part.repeat(300_000);
      expect(redactText(text, subjects)).toBe(text);
    }
});

test("the users are removed from JSON wherever they appear", () => {
  const user = fc.record({ userId: fc.constantFrom("ada", "lin"), secret: fc.constant("secret of") });
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { depthSize: "small" },
      fc.jsonValue({ maxDepth: 1 }),
      user,
      fc.array(tie("tree")),
      fc.dictionary(fc.string(), tie("tree")),
    ),
  }));
  fc.assert(
    fc.property(tree, (json) => {
      const text = JSON.stringify(redactJson(json, subjects));
      expect(text).not.toContain('"userId":"ada"');
      const lins = (of: string) => of.split('"userId":"lin"').length;
      expect(lins(text)).toBe(lins(JSON.stringify(json)));
    }),
  );
});

/** Whether a search by name finds a document with this JSON. */
function isFound(json: unknown, keys = false): boolean {
  const names = new Set<string>();
  addNamesIn(json, names, { keys });
  return searchNamesOf(subjects).some((name) => names.has(name));
}

test("any JSON that a deletion would change is found by name, and other JSON is not", () => {
  for (const [what, json, redacted] of cases)
    if (JSON.stringify(json) !== JSON.stringify(redacted)) expectWithContext(isFound(json), what).toBe(true);
  expect(isFound({ votes: [{ ada: 1 }] }, true)).toBe(true);
  expect(isFound({ displayMessageTemplateData: { by: "Ada Lovelace", to: "x" } })).toBe(true);
  expect(isFound({ changes: { owner: { from: "ada" } } })).toBe(true);
  for (const json of ["ada", { name: "Ada Lovelace" }, "x@example.com, ada@example2.com", { total: "1" }])
    expectWithContext(isFound(json), JSON.stringify(json)).toBe(false);
});

test("texts are found however the address is written and whatever surrounds it", () => {
  const words = fc.constantFrom(
    "ada@example.com",
    "ADA@Example.com",
    "{{ada}}",
    "@Ada Lovelace",
    "@a.d+a",
    "@",
    "ada",
    " ",
    "x",
    ".",
    "é",
  );
  fc.assert(
    fc.property(fc.array(words, { maxLength: 6 }), (parts) => {
      const text = parts.join("");
      const tags = text.replaceAll(/(?<!@)(Ada|a\.d\+a)/g, "");
      const isChanged = redactText(text, subjects) !== text || redactGeneratedText(tags, subjects) !== tags;
      if (isChanged) expectWithContext(isFound(text), text).toBe(true);
    }),
  );
});
