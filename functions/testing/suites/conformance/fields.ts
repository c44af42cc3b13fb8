import { expect } from "@jest/globals";
import { exampleOf } from "#testing/harness/example-world";
import { expectWithContext } from "#testing/harness/jest/context";
import type { Check } from "./check.ts";
import { openDoor, refusals } from "./door.ts";
import {
  type Field,
  type FieldPath,
  fieldsOf,
  inputSchema,
  type JsonSchema,
  REMOVED,
  sampleOf,
  typesOf,
  withValue,
} from "./schema.ts";
import { type Violation, violationsOf } from "./violations.ts";

/** A field's path in the kernel's notation. */
function pathText(path: FieldPath): string {
  return path.reduce<string>(
    (text, part) =>
      text + (typeof part === "number" ? `[${part}]` : /^\w+$/.test(part) ? `.${part}` : `[${JSON.stringify(part)}]`),
    "data",
  );
}

/** Requests that are wrong in one field each. */
function wrongRequests(schema: JsonSchema, example: unknown): { field: Field; data: unknown; says: RegExp }[] {
  return fieldsOf(schema, example).flatMap((field) => {
    // `null` for an optional field leaves it out.
    const wrong: Violation[] = violationsOf(field.schema).filter(({ value }) => value !== null || !field.optional);
    if (field.required) wrong.push({ value: REMOVED, says: /^is required\.$/ });
    return wrong.map(({ value, says }) => ({ field, data: withValue(schema, example, field.path, value), says }));
  });
}

/** Requests with one list that is longer than the schema allows. */
function longLists(schema: JsonSchema, example: unknown): { field: Field; data: unknown; maxItems: number }[] {
  return fieldsOf(schema, example).flatMap((field) => {
    const { maxItems, items = {} } = field.schema;
    if (maxItems === undefined) return [];
    const sample = sampleOf(items);
    // The items must differ, because a filter counts a repeated id once.
    const isText = typeof sample === "string" && !items.enum && !items.format;
    const value = Array.from({ length: maxItems + 1 }, (_, i) => {
      if (isText) return `${sample}${i}`;
      return typeof sample === "number" ? sample + i : sample;
    });
    return [{ field, data: withValue(schema, example, field.path, value), maxItems }];
  });
}

/** Requests in which an optional field is `null`, and the same requests without the field. */
function withNulls(schema: JsonSchema, example: unknown): { path: string; nulled: unknown; without: unknown }[] {
  return fieldsOf(schema, example)
    .filter(({ optional, schema: field }) => optional && !(typesOf(field)?.includes("null") ?? true))
    .map(({ path }) => ({
      path: pathText(path),
      nulled: withValue(schema, example, path, null),
      without: withValue(schema, example, path, REMOVED),
    }));
}

/** The declared input, field by field, generated from its schema (docs/behaviour.md#errors). */
export const fieldChecks: Check[] = [
  {
    guarantee: "a field that is missing, of a wrong type or out of bounds is refused, naming its path",
    applies: ({ input }) => Object.keys(inputSchema(input).properties ?? {}).length > 0,
    run: (endpoint) =>
      refusals(endpoint, async ({ w, refuses }) => {
        const schema = inputSchema(endpoint.input);
        const requests = wrongRequests(schema, exampleOf(endpoint, w.tenant));
        expectWithContext(requests.length, "no field of the input can be wrong").toBeGreaterThan(0);
        for (const { field, data, says } of requests) {
          const path = pathText(field.path);
          const { body } = await refuses({ data }, "INVALID_ARGUMENT", /./);
          const [first] = body.error.details?.issues ?? [];
          expectWithContext(first, `${path}: ${body.error.message} carries no issue`).toBeTruthy();
          expectWithContext(first.path, JSON.stringify(data)).toBe(path);
          expectWithContext(first.message, path).toMatch(says);
          expect(body.error.message).toBe(`${path} ${first.message}`);
        }
      }),
  },
  {
    guarantee: "null for an optional field has the same effect as leaving the field out, or removes the stored value",
    applies: ({ input, example }) => withNulls(inputSchema(input), example).length > 0,
    async run(endpoint) {
      const { w, send } = await openDoor(endpoint);
      const statusOf = async (data: unknown) => (await send({ data })).status;
      const statusInOwnWorld = async (data: unknown) => (await (await openDoor(endpoint)).send({ data })).status;
      for (const { path, nulled, without } of withNulls(inputSchema(endpoint.input), exampleOf(endpoint, w.tenant))) {
        // An earlier call may have made this one fail, so both are sent in fresh worlds.
        if ((await statusOf(nulled)) === 200) continue;
        expectWithContext(await statusInOwnWorld(nulled), path).toBe(await statusInOwnWorld(without));
      }
    },
  },
  {
    guarantee: "a list above its limit is refused, naming the limit",
    applies: ({ input, example }) => longLists(inputSchema(input), example).length > 0,
    run: (endpoint) =>
      refusals(endpoint, async ({ w, refuses }) => {
        for (const { field, data, maxItems } of longLists(inputSchema(endpoint.input), exampleOf(endpoint, w.tenant)))
          await refuses({ data }, "INVALID_ARGUMENT", `${pathText(field.path)} must have at most ${maxItems} items.`);
      }),
  },
];
