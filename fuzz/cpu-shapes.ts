/** Units of text that make careless code work hard, by name. */
export const units: Readonly<Record<string, string>> = {
  slashes: "/",
  dots: ".",
  "open brackets": "[",
  braces: "{{",
  "template fields": "{{user.name}} ",
  "angle brackets": "<",
  tags: "<a><b>",
  quotes: '"',
  backslashes: "\\",
  blanks: " ",
  "line breaks": "\n",
  "combining characters": "a\u0301\u0323\u0302",
  "unpaired surrogates": "\ud83d",
  people: "👩‍👩‍👧‍👦",
  mentions: "@[a](b) ",
  "at signs": "@",
  addresses: "a@a.",
  hosts: "a.",
  hyphens: "-a",
  schemes: "https://",
  letters: "a",
  digits: "1",
  commas: ",",
  "percent signs": "%25",
  prototypes: "__proto__",
  "escaped prototypes": "\\u005f",
  base64: "QUFB",
};

/** A unit repeated to this many characters. */
export function repeated(unit: string, characters: number): string {
  return unit.repeat(Math.max(1, Math.ceil(characters / unit.length))).slice(0, Math.max(1, characters));
}

/** Bodies that are hard to parse, by name: a unit that is repeated between two texts. */
export const bodies: Readonly<Record<string, readonly [head: string, unit: string, tail: string]>> = {
  "open brackets": ['{"data":', "[", ""],
  "open objects": ['{"data":', '{"a":', ""],
  "nested as deep as may be": [`{"data":{"x":${"[".repeat(450)}`, "[],", `0${"]".repeat(450)}}}`],
  "a text __proto__ above deep values": [
    `{"data":{"y":"__proto__","x":${"[".repeat(450)}`,
    "[],",
    `0${"]".repeat(450)}}}`,
  ],
  "a key __proto__ behind many values": ['{"data":{"x":[', "[],", '0],"__proto__":1}}'],
  "escapes in a key": ['{"data":{"', "\\u005f", '":1}}'],
  "a long key": ['{"data":{"', "k", '":1}}'],
  "one key many times": ['{"data":{', '"key":1,', '"end":1}}'],
  "wrong items": ['{"data":{"organizationId":"acme","users":[', "0,", "0]}}"],
  "a trailing comma": ['{"data":[', '{"a":1},', "]}"],
  "single quotes": ['{"data":[', "'x',", "]}"],
  commas: ['{"data":[', ",", "]}"],
  blanks: ['{"data":[1,', " ", ",]}"],
  comments: ['{"data":', "/* */", "1}"],
  "an open text of escapes": ['{"data":"', "\\\\", "}"],
  digits: ['{"data":', "1", "}"],
  "an exponent": ['{"data":1e', "9", "}"],
};

/** One of the bodies in this size. */
export function bodyOf([head, unit, tail]: readonly [string, string, string], bytes: number): string {
  return head + unit.repeat(Math.max(1, Math.floor((bytes - head.length - tail.length) / unit.length))) + tail;
}
