import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import type { Schema } from "../site/contract/openapi.ts";
import { contractOf } from "./contract.ts";
import { helpOf } from "./src/forms/help.ts";
import { resolve } from "./src/forms/schema.ts";

const contract = contractOf(JSON.parse(readFileSync(new URL("../openapi.json", import.meta.url), "utf8")));

/** The fields of an input at every depth, each with its path. */
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

test("no description states the length of a field, because forms and pages show it beside the description", () => {
  const fields = Object.entries(contract.operations).flatMap(([path, { input }]) => fieldsOf(input, path));
  const repeating = fields.filter(
    ([, { maxLength, description = "" }]) => maxLength !== undefined && /\d characters/.test(description),
  );
  expect(fields.length).toBeGreaterThan(500);
  expect(repeating.map(([path]) => path)).toStrictEqual([]);
});

test("the help of a field is marked as English and contains no words of another language", () => {
  const help = helpOf("Maximum deliveries per second; `null` for no limit.");
  expect(help).toMatchObject({ type: "span", props: { lang: "en" } });
  expect(JSON.stringify(help)).toContain("an empty field");
});

test("the help of a webhook endpoint's switch is about the events sent to it", () => {
  const helpAt = (path: string) => {
    const fields = fieldsOf(contract.operations[path]?.input ?? {}, "");
    return fields.filter(([name]) => /\bdisabled$/.test(name)).map(([, { description }]) => description);
  };
  const endpoints = "/v2/workspace/advancedwebhook/endpoints";
  const off = ["Whether nothing is sent to it."];
  expect([helpAt(`${endpoints}/create`), helpAt(`${endpoints}/update`)]).toStrictEqual([off, off]);
});
