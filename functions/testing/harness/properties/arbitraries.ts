import fc from "fast-check";
import { type JsonSchema, typesOf } from "#testing/suites/conformance/schema";
import { TRAPS, texts } from "./texts.ts";

/** Options of generated values. */
export interface GenerationOptions {
  /** Optional fields: `all` are present, or `some` at random. */
  optional: "all" | "some";
  /** Replacements for the values of fields, by name. Elements of a list have the list's name too. */
  override?(name: string, schema: JsonSchema): fc.Arbitrary<unknown> | undefined;
  /** Maps every generated value to another one, valid or not. */
  vary?(proper: fc.Arbitrary<unknown>): fc.Arbitrary<unknown>;
}

/** Values of a schema: valid, unless overrides or variations are not. @param name the field that the values are for. */
export function valuesOf(schema: JsonSchema, making: GenerationOptions, name = ""): fc.Arbitrary<unknown> {
  const proper = making.override?.(name, schema) ?? properValues(schema, making, name);
  return making.vary?.(proper) ?? proper;
}

function properValues(schema: JsonSchema, making: GenerationOptions, name: string): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches) return fc.oneof(...branches.map((branch) => valuesOf(branch, making, name)));
  switch (typesOf(schema)?.[0]) {
    case undefined:
      return freeJson();
    case "string":
      return texts(schema);
    case "integer":
      return fc.oneof(fc.integer(range(schema, 5)), fc.integer(range(schema)));
    case "number":
      return fc.oneof(
        fc.integer(range(schema, 1000)),
        fc.double({ noNaN: true, noDefaultInfinity: true, ...range(schema) }),
      );
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array":
      return fc.uniqueArray(valuesOf(schema.items ?? {}, making, name), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 4, 4),
        comparator: "IsStrictlyEqual",
      });
    case "object":
      return objects(schema, making);
  }
}

function objects({ properties = {}, required = [], additionalProperties }: JsonSchema, making: GenerationOptions) {
  const names = Object.keys(properties);
  const fields = Object.fromEntries(names.map((name) => [name, valuesOf(properties[name] ?? {}, making, name)]));
  const own = fc.record(fields, { requiredKeys: making.optional === "all" ? names : required });
  if (typeof additionalProperties !== "object") return own;
  const further = fc.dictionary(keysBeside(names), valuesOf(additionalProperties, making), { maxKeys: 3 });
  return fc.tuple(further, own).map(([more, ours]) => ({ ...more, ...ours }));
}

/** Custom keys. Beside our own fields they begin with a dash, because the service may add fields to its replies. */
function keysBeside(names: string[]): fc.Arbitrary<string> {
  if (names.length === 0) return freeKeys;
  return fc.oneof(
    fc.constantFrom(...TRAPS.filter(isKey)),
    fc.string({ unit: "grapheme" }).map((text) => `-${text}`),
  );
}

const isKey = (text: string) => text !== "__proto__";
const freeKeys = fc.oneof(
  fc.constantFrom(...TRAPS.filter(isKey)),
  fc.string({ unit: "grapheme", maxLength: 8 }).filter(isKey),
);

/** Custom JSON, at most four levels deep, in the form of a reply. */
function freeJson(): fc.Arbitrary<unknown> {
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 3, depthSize: "small", withCrossShrink: true },
      fc.oneof(fc.string({ unit: "grapheme" }), fc.constantFrom(...TRAPS)),
      fc.oneof(fc.constant(null), fc.boolean(), fc.double({ noNaN: true, noDefaultInfinity: true })),
      fc.array(tie("value"), { maxLength: 3 }),
      fc.dictionary(freeKeys, tie("value"), { maxKeys: 3, noNullPrototype: true }),
    ),
  }));
  return value.map((json) => JSON.parse(JSON.stringify(json)));
}

const MAX = Number.MAX_SAFE_INTEGER;

/** The smallest integer that the schema accepts. */
const least = ({ minimum = -MAX, exclusiveMinimum = -MAX }: JsonSchema) =>
  Math.max(minimum, exclusiveMinimum + 1, -MAX);

/** Bounds of numbers. @param reach how far they may be from zero, or from the minimum if that is above zero. */
function range(schema: JsonSchema, reach = MAX): { min: number; max: number } {
  const min = Math.max(least(schema), -reach);
  return { min, max: Math.min(schema.maximum ?? MAX, Math.max(min, 0) + reach, MAX) };
}
