import { expect, test } from "@jest/globals";
import type { OpenApi, Schema } from "../contract/openapi.ts";
import { choicesOf, typeText } from "./type-text.ts";

const schemas = { Id: { type: "string" }, Agent: { type: "object", properties: { id: {} } } };
const document = { components: { schemas } } as unknown as OpenApi;

const types: [schema: Schema, text: string][] = [
  [{ type: "string" }, "string"],
  [{ type: ["string", "null"] }, "string | null"],
  [{ type: ["array", "null"], items: { $ref: "#/components/schemas/Id" } }, "string[] | null"],
  [{ anyOf: [{ $ref: "#/components/schemas/Agent" }, { type: "null" }] }, "object | null"],
  [{ type: "object", properties: { a: {}, b: {} }, anyOf: [{ required: ["a"] }, { properties: { b: {} } }] }, "object"],
  [{}, "any"],
];

for (const [schema, text] of types)
  test(`${JSON.stringify(schema)} is shown as ${text}`, () => {
    expect(typeText(document, schema)).toBe(text);
  });

test("rules between an object's fields are not shown as alternatives", () => {
  const properties = { a: {}, b: {} };
  expect(choicesOf({ type: "object", properties, oneOf: [{ properties: { a: {} } }] })).toStrictEqual([]);
});
