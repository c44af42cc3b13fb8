import assert from "node:assert/strict";
import { test } from "node:test";
import { MAX_DEPTH, unwrap } from "./body.ts";

const parse = (text: string) => unwrap(Buffer.from(text));
const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;

test("the data of a body comes out as it was sent, keys such as constructor included", () => {
  assert.deepEqual(parse(' {"data" : {"a":[1,"é",null,true]}} '), { a: [1, "é", null, true] });
  const data = parse('{"data":{"constructor":1,"toString":2,"id":"__proto__"}}') as object;
  assert.deepEqual(Object.entries(data), [
    ["constructor", 1],
    ["toString", 2],
    ["id", "__proto__"],
  ]);
});

test("__proto__ as a key is refused wherever it stands and however it is written", () => {
  const says = (path: string) => ({ code: "INVALID_ARGUMENT", message: `${path} must not have the key "__proto__".` });
  assert.throws(() => parse('{"data":{"__proto__":{"isAdmin":true}}}'), says("data"));
  assert.throws(() => parse('{"data":{"list":[1,{"free":{"__proto__":1}}]}}'), says("data.list[1].free"));
  assert.throws(() => parse('{"data":{"free":{"\\u005F_pr\\u006fto__":1}}}'), says("data.free"));
  assert.throws(() => parse('{"data":{"a b":{"__proto__":1}}}'), says('data["a b"]'));
  assert.throws(() => parse('{"__proto__":1,"data":{}}'), says("The request body"));
});

test("a body may nest 500 levels, its own braces counted, and no deeper", () => {
  assert.doesNotThrow(() => parse(`{"data":${nested(MAX_DEPTH - 1)}}`));
  const refused = (where: string) => ({
    code: "INVALID_ARGUMENT",
    message: `${where} must not nest deeper than 500 levels.`,
  });
  assert.throws(() => parse(`{"data":${nested(MAX_DEPTH)}}`), refused("The request body"));
  assert.throws(() => parse(`{"data":{"a":1,"state":${nested(100_000)}}}`), refused("data.state"));
  assert.throws(() => parse(`{"data":{"a":1,"state":${nested(100_000)}`), refused("The request body"));
});

test("many brackets beside each other or inside of text are no nesting", () => {
  const text = JSON.stringify({
    data: { text: `\\"${"[{".repeat(1000)}\\`, list: Array.from({ length: 1000 }, () => [{}]) },
  });
  assert.deepEqual(parse(text), JSON.parse(text).data);
});

test("a fragment of a larger buffer is read within its bounds", () => {
  const bytes = Buffer.from('xx{"data":{}}yy');
  assert.deepEqual(unwrap(bytes.subarray(2, -2)), {});
});

test("a body is taken bare only where its fields are declared, and only while they stand in one place", () => {
  const fields = ["id", "part"];
  const bare = (value: unknown) => unwrap(Buffer.from(JSON.stringify(value)), fields);
  const state = { id: "a", part: "b", data: { x: 1 } };
  assert.deepEqual(bare(state), state);
  assert.deepEqual(bare({ data: state }), state);
  assert.deepEqual(bare({ id: "a" }), { id: "a" });
  // The customer's own data may have a key of such a name.
  const own = { id: "a", part: "b", data: { id: "c" } };
  assert.deepEqual(bare(own), own);
  assert.deepEqual(bare({ data: own }), own);

  const refused = (message: string) => ({ code: "INVALID_ARGUMENT", message });
  const both =
    "The request body must have its fields either at the top level or inside `data`, but has them in both places.";
  assert.throws(() => bare({ id: "a", part: "b", data: state }), refused(both));
  assert.throws(() => bare({ id: "a", data: state }), refused(both));
  const extra = 'The request body must have no field beside `data`, but has "merge".';
  assert.throws(() => bare({ data: state, merge: true }), refused(extra));
  const form = 'The request body must be a JSON object of the form { "data": { … } }.';
  for (const value of [{}, [], [state], null, "id", { other: 1 }]) assert.throws(() => bare(value), refused(form));
  assert.throws(
    () => parse(JSON.stringify(state)),
    refused('The request body must have no field beside `data`, but has "id".'),
  );
});
