import assert from "node:assert/strict";
import { test } from "node:test";
import { MAX_DEPTH, unwrap } from "./body.ts";

const parse = (text: string) => unwrap(Buffer.from(text));
const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;

test("the data of a body comes out as it was sent, keys such as __proto__ included", () => {
  assert.deepEqual(parse(' {"data" : {"a":[1,"é",null,true]}} '), { a: [1, "é", null, true] });
  const data = parse('{"data":{"__proto__":{"isAdmin":true}}}') as object;
  assert.deepEqual(Object.keys(data), ["__proto__"]);
  assert.equal((data as { isAdmin?: boolean }).isAdmin, undefined);
});

test("a body may nest 500 levels, its own braces counted, and no deeper", () => {
  assert.doesNotThrow(() => parse(`{"data":${nested(MAX_DEPTH - 1)}}`));
  const message = "The request body must not nest deeper than 500 levels.";
  assert.throws(() => parse(`{"data":${nested(MAX_DEPTH)}}`), { code: "INVALID_ARGUMENT", message });
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
