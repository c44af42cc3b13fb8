import fc from "fast-check";
import { NOWHERE, type Schema } from "../contract/contract.ts";
import type { Chance } from "./chance.ts";

/** Text that is ordinary data and breaks careless code. */
const odd = [
  "constructor",
  "toString",
  "__proto__",
  "a/b",
  ".",
  "..",
  "../../etc/passwd",
  "%2F",
  "%00",
  "root",
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

/** Text that is not proper where ids are taken, or not anywhere. */
export const improper = [
  "",
  " ",
  "\t\n",
  "\0",
  "a\0b",
  "\ud800",
  "x\udfff",
  "\u0007",
  "x".repeat(501),
  "é".repeat(300),
  "👩".repeat(400),
  "x".repeat(100_000),
];

const patterns = new Map<string, string[]>();

/** Samples of texts that a pattern takes. */
function matching(pattern: string): string[] {
  let samples = patterns.get(pattern);
  if (!samples) {
    samples = fc.sample(fc.stringMatching(new RegExp(pattern, "u"), { size: "small" }), { seed: 1, numRuns: 40 });
    patterns.set(pattern, samples);
  }
  return samples;
}

/** Text that the schema takes, as far as keywords say. */
export function textOf(schema: Schema, name: string, chance: Chance): string {
  const { format, pattern, minLength = 0, maxLength = 60 } = schema;
  const fits = (text: string) => text.length >= minLength && text.length <= maxLength;
  if (/url$|Url|^(url|avatar|photo|icon)/.test(name)) return `${NOWHERE}/${chance.int(0, 99)}`;
  if (format === "date-time") return new Date(Date.UTC(2026, 0, chance.int(1, 28), chance.int(0, 23))).toISOString();
  if (format === "email") return `user${chance.int(0, 99)}@example.com`;
  if (pattern !== undefined) {
    const samples = matching(pattern).filter(fits);
    return samples.length > 0 ? chance.pick(samples) : "x".repeat(Math.max(1, minLength));
  }
  const made = chance.is(0.3) ? chance.pick(odd) : `fz ${name} ${chance.int(0, 9999)}`;
  return fits(made) ? made : "fuzz".repeat(1 + minLength / 4).slice(0, Math.max(minLength, Math.min(4, maxLength)));
}

/** Text at the limits that the schema sets, on this side of them or beyond. */
export function textAtLimit({ minLength, maxLength }: Schema, chance: Chance): string {
  const lengths = [minLength ?? 0, (minLength ?? 1) - 1, 1, 500, maxLength ?? 1000, (maxLength ?? 1000) + 1];
  const unit = chance.pick(["x", "é", "👩", "\u0301"]);
  const length = Math.max(0, chance.pick(lengths));
  const text = unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
  return chance.is(0.7) ? text.toWellFormed() : chance.pick([...odd, ...improper]);
}

/** Something that an id may be: a new one. */
export function newId(chance: Chance): string {
  return chance.is(0.2) ? chance.pick(odd) : `fz${chance.int(0, 99_999)}`;
}
