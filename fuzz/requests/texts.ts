import { oddTexts, texts } from "@atrium/functions/testing/harness/properties/texts";
import type { JsonSchema } from "@atrium/functions/testing/suites/conformance/schema";
import fc from "fast-check";
import { NOWHERE } from "../contract/contract.ts";
import type { Chance } from "./chance.ts";

/** Texts that are not valid as ids, or not valid anywhere. */
export const improper = [
  "root",
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

const samples = new Map<string, string[]>();

/** Samples of the texts that property tests generate for such a schema. */
function samplesOf({ pattern, minLength = 0, maxLength = 60 }: JsonSchema): string[] {
  const schema = { minLength, maxLength, ...(pattern !== undefined && { pattern }) };
  const key = JSON.stringify(schema);
  const cachedSamples = samples.get(key);
  if (cachedSamples) return cachedSamples;
  const newSamples = fc.sample(texts(schema), { seed: 1, numRuns: 40 });
  samples.set(key, newSamples);
  return newSamples;
}

/** Text that is valid by the schema's keywords. */
export function textOf(schema: JsonSchema, name: string, chance: Chance): string {
  const { format, pattern, minLength = 0, maxLength = 60 } = schema;
  if (/url$|Url|^(url|avatar|photo|icon)/.test(name) || format === "uri") return `${NOWHERE}/${chance.int(0, 99)}`;
  if (format === "date-time") return new Date(Date.UTC(2026, 0, chance.int(1, 28), chance.int(0, 23))).toISOString();
  if (format === "email") return `user${chance.int(0, 99)}@example.com`;
  const plain = `fz ${name} ${chance.int(0, 9999)}`;
  const isPlain = pattern === undefined && plain.length >= minLength && plain.length <= maxLength && chance.is(0.7);
  return isPlain ? plain : chance.pick(samplesOf(schema));
}

/** Text at the limits of the schema, just within or just beyond them. */
export function textAtLimit({ minLength, maxLength }: JsonSchema, chance: Chance): string {
  const lengths = [minLength ?? 0, (minLength ?? 1) - 1, 1, 500, maxLength ?? 1000, (maxLength ?? 1000) + 1];
  const unit = chance.pick(["x", "é", "👩", "\u0301"]);
  const length = Math.max(0, chance.pick(lengths));
  const text = unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
  return chance.is(0.7) ? text.toWellFormed() : chance.pick([...oddTexts, ...improper]);
}

/** A new valid id. */
export function newId(chance: Chance): string {
  return chance.is(0.2) ? chance.pick(oddTexts) : `fz${chance.int(0, 99_999)}`;
}
