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
});

test("a body may nest 500 levels, its own braces counted, and no deeper", () => {
  assert.doesNotThrow(() => parse(`{"data":${nested(MAX_DEPTH - 1)}}`));
  const refused = (where: string) => ({
    code: "INVALID_ARGUMENT",
    message: `${where} must not nest deeper than 500 levels.`,
  });
  assert.throws(() => parse(`{"data":${nested(MAX_DEPTH)}}`), refused("The request body"));
  assert.throws(() => parse(`{"data":{"a":1,"state":${nested(100_000)}}}`), refused("data.state"));
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
