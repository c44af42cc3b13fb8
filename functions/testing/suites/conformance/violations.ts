import { type JsonSchema, type JsonType, typesOf } from "./schema.ts";

/** An invalid value of a schema, and the message about it after the field's path. */
export interface Violation {
  value: unknown;
  says: RegExp;
}

const candidates: [type: JsonType, value: unknown][] = [
  ["string", "text"],
  ["number", 1.5],
  ["boolean", true],
  ["null", null],
  ["array", []],
  ["object", {}],
];

const nouns: { [type in JsonType]: string } = {
  string: "a string",
  number: "a number",
  integer: "a (whole )?number",
  boolean: "a boolean",
  null: "null",
  array: "an array",
  object: "an object",
};

/** One invalid value for each restriction of the schema. */
export function violationsOf(schema: JsonSchema): Violation[] {
  return [...wrongTypes(schema), ...outOfBounds(schema)];
}

function wrongTypes(schema: JsonSchema): Violation[] {
  const types = typesOf(schema);
  if (!types) return [];
  const [only] = types;
  const isPlain = types.length === 1 && only && !schema.enum && schema.const === undefined;
  return candidates
    .filter(([type]) => !types.includes(type))
    .map(([type, value]) => ({
      value,
      says: !isPlain
        ? /^must be /
        : new RegExp(
            only === "integer" && type === "number"
              ? "^must be a whole number\\.$"
              : `^must be ${nouns[only]}, not ${nouns[type]}\\.$`,
          ),
    }));
}

function outOfBounds(schema: JsonSchema): Violation[] {
  const violations: Violation[] = [];
  const say = (value: unknown, says: RegExp) => violations.push({ value, says });
  if (schema.enum || schema.const !== undefined) say("no such value", /^must be (one of )?`/);
  else if (schema.format === "email") say("ada at example", /^must be an e-mail address\.$/);
  else if (schema.format === "uri") say("not a url", /^must be /);
  if (schema.minLength) say("", /^must not be empty\.$|^must have at least \d+ characters\.$/);
  if (schema.maxLength !== undefined && !schema.format)
    say("x".repeat(schema.maxLength + 1), new RegExp(`^must have at most ${schema.maxLength} characters\\.$`));
  if (schema.minItems) say([], /^must not be empty\.$|^must have at least \d+ items\.$/);
  if (schema.minimum !== undefined && schema.minimum > Number.MIN_SAFE_INTEGER)
    say(schema.minimum - 1, new RegExp(`^must be at least ${schema.minimum}\\.$`));
  if (schema.exclusiveMinimum !== undefined)
    say(schema.exclusiveMinimum, new RegExp(`^must be more than ${schema.exclusiveMinimum}\\.$`));
  if (schema.maximum !== undefined && schema.maximum < Number.MAX_SAFE_INTEGER)
    say(schema.maximum + 1, new RegExp(`^must be at most ${schema.maximum}\\.$`));
  return violations;
}
