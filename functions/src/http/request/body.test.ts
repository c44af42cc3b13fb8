import { expect, test } from "@jest/globals";
import { MAX_DEPTH, unwrap } from "./body.ts";

const parse = (text: string) => unwrap(Buffer.from(text));
const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;

test("the data of a body is parsed as sent, keys such as constructor included", () => {
  expect(parse(' {"data" : {"a":[1,"é",null,true]}} ')).toStrictEqual({ a: [1, "é", null, true] });
  const data = parse('{"data":{"constructor":1,"toString":2,"id":"__proto__"}}') as object;
  expect(Object.entries(data)).toStrictEqual([
    ["constructor", 1],
    ["toString", 2],
    ["id", "__proto__"],
  ]);
});

test("__proto__ as a key is refused at any depth and in any spelling", () => {
  const says = (path: string) => ({ code: "INVALID_ARGUMENT", message: `${path} must not have the key "__proto__".` });
  expect(() => parse('{"data":{"__proto__":{"isAdmin":true}}}')).toThrow(expect.objectContaining(says("data")));
  expect(() => parse('{"data":{"list":[1,{"free":{"__proto__":1}}]}}')).toThrow(
    expect.objectContaining(says("data.list[1].free")),
  );
  expect(() => parse('{"data":{"free":{"\\u005F_pr\\u006fto__":1}}}')).toThrow(
    expect.objectContaining(says("data.free")),
  );
  expect(() => parse('{"data":{"a b":{"__proto__":1}}}')).toThrow(expect.objectContaining(says('data["a b"]')));
  expect(() => parse('{"__proto__":1,"data":{}}')).toThrow(expect.objectContaining(says("The request body")));
});

test("a body may nest 500 levels, including its own braces, and no deeper", () => {
  expect(() => parse(`{"data":${nested(MAX_DEPTH - 1)}}`)).not.toThrow();
  const refused = (where: string) => ({
    code: "INVALID_ARGUMENT",
    message: `${where} must not nest deeper than 500 levels.`,
  });
  expect(() => parse(`{"data":${nested(MAX_DEPTH)}}`)).toThrow(expect.objectContaining(refused("The request body")));
  expect(() => parse(`{"data":{"a":1,"state":${nested(100_000)}}}`)).toThrow(
    expect.objectContaining(refused("data.state")),
  );
  expect(() => parse(`{"data":{"a":1,"state":${nested(100_000)}`)).toThrow(
    expect.objectContaining(refused("The request body")),
  );
});

test("brackets side by side or inside text are not nesting", () => {
  const text = JSON.stringify({
    data: { text: `\\"${"[{".repeat(1000)}\\`, list: Array.from({ length: 1000 }, () => [{}]) },
  });
  expect(parse(text)).toStrictEqual(JSON.parse(text).data);
});

test("a slice of a larger buffer is read within its bounds", () => {
  const bytes = Buffer.from('xx{"data":{}}yy');
  expect(unwrap(bytes.subarray(2, -2))).toStrictEqual({});
});

test("a body without `data` is accepted if its fields are declared, and only if they are in one place", () => {
  const fields = ["id", "part"];
  const bare = (value: unknown) => unwrap(Buffer.from(JSON.stringify(value)), fields);
  const state = { id: "a", part: "b", data: { x: 1 } };
  expect(bare(state)).toStrictEqual(state);
  expect(bare({ data: state })).toStrictEqual(state);
  expect(bare({ id: "a" })).toStrictEqual({ id: "a" });
  // The customer's own data may have a key of that name.
  const own = { id: "a", part: "b", data: { id: "c" } };
  expect(bare(own)).toStrictEqual(own);
  expect(bare({ data: own })).toStrictEqual(own);

  const refused = (message: string) => ({ code: "INVALID_ARGUMENT", message });
  const both =
    "The request body must have its fields either at the top level or inside `data`, but has them in both places.";
  expect(() => bare({ id: "a", part: "b", data: state })).toThrow(expect.objectContaining(refused(both)));
  expect(() => bare({ id: "a", data: state })).toThrow(expect.objectContaining(refused(both)));
  const extra = 'The request body must have no field besides `data`, but has "merge".';
  expect(() => bare({ data: state, merge: true })).toThrow(expect.objectContaining(refused(extra)));
  const form = 'The request body must be a JSON object of the form { "data": { … } }.';
  for (const value of [{}, [], [state], null, "id", { other: 1 }])
    expect(() => bare(value)).toThrow(expect.objectContaining(refused(form)));
  expect(() => parse(JSON.stringify(state))).toThrow(
    expect.objectContaining(refused('The request body must have no field besides `data`, but has "id".')),
  );
});
