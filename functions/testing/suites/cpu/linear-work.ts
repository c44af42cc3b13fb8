import { pathHint } from "#http/hints/hints";
import { unwrap } from "#http/request/body";
import type { Prepare } from "#testing/harness/cpu-growth";

/** Work that a stranger can cause, with the largest input to try, in bytes. */
export interface LinearWork {
  largest: number;
  prepare: Prepare;
}

const KiB = 1024;
const declared = ["/v2/users/add", "/v2/commentannotations/comments/delete"];

/** A body of this many bytes that repeats a unit between a head and a tail. */
function bodyOf(bytes: number, [head, unit, tail]: readonly [string, string, string]): Buffer {
  const times = Math.max(1, Math.floor((bytes - head.length - tail.length) / unit.length));
  return Buffer.from(head + unit.repeat(times) + tail);
}

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

/** Work whose time must be linear in the size of its input, by the guarantee. */
export const linearWork: Record<string, LinearWork> = Object.fromEntries([
  ...["/", "//x", "/v1", "/..", "a", "%2f"].map((unit): [string, LinearWork] => [
    `advice about a path of ${unit} takes no time that grows with the path`,
    { largest: 64 * KiB, prepare: (bytes) => () => pathHint(`/${unit.repeat(bytes / unit.length)}!`, declared) },
  ]),
  ...Object.entries(bodies).map(([name, parts]): [string, LinearWork] => [
    `reading a body takes little more than parsing it: ${name}`,
    { largest: 512 * KiB, prepare: (bytes) => reading(bodyOf(bytes, parts)) },
  ]),
]);

function reading(body: Buffer) {
  return () => {
    try {
      unwrap(body);
    } catch {
      // Refusals cost time as well.
    }
  };
}
