/** Text before, a unit that is repeated, and text after. */
type CostlyBody = readonly [head: string, unit: string, tail: string];

/** The maximum depth of a body, minus the levels that the bodies below add around it. */
const DEEP = 450;

/** Bodies that are costly for a careless parser, by name. */
export const costlyBodies: Readonly<Record<string, CostlyBody>> = {
  "open brackets": ['{"data":', "[", ""],
  "open objects": ['{"data":', '{"a":', ""],
  "values at the greatest depth": [`{"data":{"x":${"[".repeat(DEEP)}`, "[],", `0${"]".repeat(DEEP)}}}`],
  "__proto__ as text beside many deep values": [
    `{"data":{"x":"__proto__","y":${"[".repeat(DEEP)}`,
    "[],",
    `0${"]".repeat(DEEP)}}}`,
  ],
  "__proto__ as a key after many deep values": [
    `{"data":{"y":${"[".repeat(DEEP)}`,
    "[],",
    `0${"]".repeat(DEEP)},"__proto__":1}}`,
  ],
  "__proto__ as a key after many values": ['{"data":{"x":[', "[],", '0],"__proto__":1}}'],
  "__proto__ many times as text": ['{"data":[', '"__proto__",', "0]}"],
  "__proto__ many times before blanks": ['{"data":[', '"__proto__"       ,', "0]}"],
  "escapes that may hide __proto__": ['{"data":"', "\\u005f", '"}'],
  "escapes in a key": ['{"data":{"', "\\u005f", '":1}}'],
  "a long key": ['{"data":{"', "k", '":1}}'],
  "one key many times": ['{"data":{', '"key":1,', '"end":1}}'],
  "wrong items": ['{"data":{"organizationId":"acme","users":[', "0,", "0]}}"],
  "a trailing comma after many objects": ['{"data":[', '{"a":1},', "]}"],
  "single quotes": ['{"data":[', "'x',", "]}"],
  "commas only": ['{"data":[', ",", "]}"],
  "blanks before a mistake": ['{"data":[1,', " ", ",]}"],
  "brackets in a text before a mistake": ['{"data":"', "[ ", '" x}'],
  comments: ['{"data":', "/* x */", "1}"],
  "an open text of escapes": ['{"data":"', "\\\\", "}"],
  digits: ['{"data":', "1", "}"],
  "an exponent": ['{"data":1e', "9", "}"],
};

/** One of the bodies, scaled to a size in bytes. */
export function costlyBody([head, unit, tail]: CostlyBody, bytes: number): string {
  return head + unit.repeat(Math.max(1, Math.floor((bytes - head.length - tail.length) / unit.length))) + tail;
}
