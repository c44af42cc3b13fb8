/** Units of text that are costly for careless code, by name. */
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
