import assert from "node:assert/strict";
import { test } from "node:test";
import { pathHint } from "#http/hints/hints";
import { excessiveWork } from "#testing/harness/cpu-growth";
import { unwrap } from "./body.ts";

const KiB = 1024;
const declared = ["/v2/users/add", "/v2/commentannotations/comments/delete"];

/** A body of this many bytes that repeats a unit between a head and a tail. */
function bodyOf(bytes: number, [head, unit, tail]: readonly [string, string, string]): Buffer {
  const times = Math.max(1, Math.floor((bytes - head.length - tail.length) / unit.length));
  return Buffer.from(head + unit.repeat(times) + tail);
}

for (const unit of ["/", "//x", "/v1", "/..", "a", "%2f"])
  test(`advice about a path of ${unit} takes no time that grows with the path`, async () => {
    const advise = (bytes: number) => () => pathHint(`/${unit.repeat(bytes / unit.length)}!`, declared);
    assert.equal(await excessiveWork(64 * KiB, advise), undefined);
  });

const deep = 450;
const bodies: Record<string, readonly [string, string, string]> = {
  "__proto__ as text beside many deep values": [
    `{"data":{"x":"__proto__","y":${"[".repeat(deep)}`,
    "[],",
    `0${"]".repeat(deep)}}}`,
  ],
  "__proto__ as a key behind many deep values": [
    `{"data":{"y":${"[".repeat(deep)}`,
    "[],",
    `0${"]".repeat(deep)},"__proto__":1}}`,
  ],
  "__proto__ many times as text": ['{"data":[', '"__proto__",', "0]}"],
  "__proto__ many times before blanks": ['{"data":[', '"__proto__"       ,', "0]}"],
  "escapes that may hide __proto__": ['{"data":"', "\\u005f", '"}'],
  "a trailing comma behind many objects": ['{"data":[', '{"a":1},', "]}"],
  "mistakes only": ['{"data":[', "'x',", "]}"],
  "commas only": ['{"data":[', ",", "]}"],
  "blanks before a mistake": ['{"data":[1,', " ", ",]}"],
  "brackets in a text before a mistake": ['{"data":"', "[ ", '" x}'],
  comments: ['{"data":', "/* x */", "1}"],
  backslashes: ['{"data":"', "\\\\", "}"],
  "open brackets": ['{"data":', "[", ""],
  "open objects": ['{"data":', '{"a":', ""],
  "many keys": ['{"data":{', '"key":1,', '"end":1}}'],
};

for (const [name, parts] of Object.entries(bodies))
  test(`reading a body takes little more than parsing it: ${name}`, async () => {
    const read = (bytes: number) => {
      const body = bodyOf(bytes, parts);
      return () => {
        try {
          unwrap(body);
        } catch {
          // What is refused costs as well.
        }
      };
    };
    assert.equal(await excessiveWork(512 * KiB, read), undefined);
  });
