import fc from "fast-check";
import type { JsonSchema } from "#testing/suites/conformance/schema";

/** Names that are ordinary data but break careless code. */
export const TRAPS = ["constructor", "toString", "hasOwnProperty", "__proto__"];

/** Texts that are ordinary data but break careless code: paths, markup, templates, and scripts of many kinds. */
export const oddTexts = [
  ...TRAPS,
  "a/b",
  ".",
  "..",
  "../../etc/passwd",
  "%2F",
  "%00",
  "null",
  "NaN",
  "0",
  "-1",
  "1e999",
  "'; DROP TABLE docs; --",
  "{{userName}} $& $1 <%= 1 %>",
  "<script>alert(1)</script>",
  "é",
  "e\u0301",
  "ﬁ",
  "İ",
  "👩‍🔬",
  "\u202eabc",
  "\u200b",
  "\ufeffx",
  "\u2028",
  "\uffff",
  `a${"\u0301".repeat(100)}`,
  "漢字かな",
  "עברית",
];

/**
 * Texts that a schema accepts, in any script. A text that must not be empty may be an id, so it gets no control
 * characters and is never only white space.
 */
export function texts({ format, pattern, minLength = 0, maxLength = 100 }: JsonSchema): fc.Arbitrary<string> {
  const fits = (text: string) => text.length >= minLength && text.length <= maxLength;
  if (format === "uri") return fc.webUrl().filter(fits);
  if (format === "email") return fc.emailAddress().filter((text) => fits(text) && new RegExp(pattern ?? "").test(text));
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern, "u")).filter(fits);
  const isText = (text: string) => fits(text) && (minLength === 0 || (text.trim() !== "" && !/\p{Cc}/u.test(text)));
  const plain = fc.string({ unit: "grapheme", minLength, maxLength: Math.min(maxLength, 30) });
  const odd = [...oddTexts, "", " \t\n"].filter(isText);
  const readable = plain.filter(isText);
  return odd.length > 0 ? fc.oneof({ weight: 3, arbitrary: readable }, fc.constantFrom(...odd)) : readable;
}
