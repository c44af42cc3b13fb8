import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import type { Schema } from "../site/contract/openapi.ts";
import { contractOf } from "./contract.ts";
import { resolve } from "./src/forms/schema.ts";

const contract = contractOf(JSON.parse(readFileSync(new URL("../openapi.json", import.meta.url), "utf8")));

/** The fields of an input and of what it holds, each with its path. */
function fieldsOf(schema: Schema, at: string): [path: string, field: Schema][] {
  const { properties = {} } = resolve(contract, schema);
  return Object.entries(properties).flatMap(([name, inner]): [string, Schema][] => {
    const field = resolve(contract, inner);
    const path = `${at}.${name}`;
    return path.split(".").length > 8
      ? []
      : [[path, field], ...fieldsOf(inner, path), ...fieldsOf(field.items ?? {}, path)];
  });
}

test("no description says the length of a field, which forms and pages write beside it", () => {
  const fields = Object.entries(contract.operations).flatMap(([path, { input }]) => fieldsOf(input, path));
  const repeating = fields.filter(
    ([, { maxLength, description = "" }]) => maxLength !== undefined && /\d characters/.test(description),
  );
  expect(fields.length).toBeGreaterThan(500);
  expect(repeating.map(([path]) => path)).toStrictEqual([]);
});
