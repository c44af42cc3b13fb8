import { expect } from "@jest/globals";
import { expectWithContext } from "#testing/harness/context";
import { exampleOf } from "#testing/harness/example-world";
import type { Check } from "./check.ts";
import { nothingIsWritten, openDoor } from "./door.ts";
import {
  type Field,
  type FieldPath,
  fieldsOf,
  inputSchema,
  type JsonSchema,
  REMOVED,
  sampleOf,
  withValue,
} from "./schema.ts";
import { type Violation, violationsOf } from "./violations.ts";

/** As the kernel writes a path. */
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
    const wrong: Violation[] = violationsOf(field.schema);
    if (field.required) wrong.push({ value: REMOVED, says: /^is required\.$/ });
    return wrong.map(({ value, says }) => ({ field, data: withValue(schema, example, field.path, value), says }));
  });
}

/** Requests with one list that is longer than the schema allows. */
function longLists(schema: JsonSchema, example: unknown): { field: Field; data: unknown; maxItems: number }[] {
  return fieldsOf(schema, example).flatMap((field) => {
    const { maxItems, items = {} } = field.schema;
    if (maxItems === undefined) return [];
    const value = Array.from({ length: maxItems + 1 }, () => sampleOf(items));
    return [{ field, data: withValue(schema, example, field.path, value), maxItems }];
  });
}

/** The declared input, field by field, generated from its schema (docs/behaviour.md#errors). */
export const fieldChecks: Check[] = [
  {
    guarantee: "a field that is missing, of a wrong type or out of bounds is refused by its path",
    applies: ({ input }) => Object.keys(inputSchema(input).properties ?? {}).length > 0,
    async run(endpoint) {
      const { w, refuses } = await openDoor(endpoint);
      const schema = inputSchema(endpoint.input);
      const requests = wrongRequests(schema, exampleOf(endpoint, w.tenant));
      expectWithContext(requests.length, "no field of the input can be wrong").toBeGreaterThan(0);
      await nothingIsWritten(w, async () => {
        for (const { field, data, says } of requests) {
          const path = pathText(field.path);
          const { body } = await refuses({ data }, "INVALID_ARGUMENT", /./);
          const [first] = body.error.details?.issues ?? [];
          expectWithContext(first, `${path}: ${body.error.message} carries no issue`).toBeTruthy();
          expectWithContext(first.path, JSON.stringify(data)).toBe(path);
          expectWithContext(first.message, path).toMatch(says);
          expect(body.error.message).toBe(`${path} ${first.message}`);
        }
      });
    },
  },
  {
    guarantee: "a list above its limit is refused and the limit named",
    applies: ({ input, example }) => longLists(inputSchema(input), example).length > 0,
    async run(endpoint) {
      const { w, refuses } = await openDoor(endpoint);
      await nothingIsWritten(w, async () => {
        for (const { field, data, maxItems } of longLists(inputSchema(endpoint.input), exampleOf(endpoint, w.tenant)))
          await refuses({ data }, "INVALID_ARGUMENT", `${pathText(field.path)} must have at most ${maxItems} items.`);
      });
    },
  },
];
