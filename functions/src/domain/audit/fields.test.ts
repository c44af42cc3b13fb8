import { expect, test } from "@jest/globals";
import * as z from "zod";
import { fieldsSet } from "./fields.ts";

const Input = z.object({
  apiKey: z.string(),
  documentIds: z.array(z.string()),
  isEnabled: z.boolean().optional(),
  scopes: z.array(z.string()).optional(),
  config: z
    .object({
      authToken: z.string().nullable(),
      url: z.string().optional(),
      triggers: z.record(z.string(), z.boolean()),
    })
    .partial()
    .optional(),
  resources: z.array(z.object({ type: z.string(), id: z.string(), role: z.string().optional() })).optional(),
});

const ids = { apiKey: "ak_1", documentIds: ["a"] };
const fields = (input: z.input<typeof Input>) => fieldsSet(Input, input);

test("fields are recorded by their paths, without those that only identify the target", () => {
  expect(fields({ ...ids, isEnabled: false, scopes: ["a", "b"], config: { authToken: "secret" } })).toStrictEqual([
    "isEnabled",
    "scopes",
    "config.authToken",
  ]);
  expect(
    fields({ ...ids, resources: ["a", "b"].map((id) => ({ type: "document", id, role: "viewer" })) }),
  ).toStrictEqual(["resources[].role"]);
});

test("a field that is removed or emptied counts as set", () => {
  expect(fields({ ...ids, scopes: [], config: { authToken: null } })).toStrictEqual(["scopes", "config.authToken"]);
});

test("keys chosen by a customer are not recorded: of a map only its name, of custom fields nothing", () => {
  expect(fields({ ...ids, config: { triggers: { "my secret": true } } })).toStrictEqual(["config.triggers"]);
  const open = z.looseObject({ name: z.string() }).transform((value) => ({ ...value, size: 1 }));
  expect(fieldsSet(open, open.parse({ name: "Ada", "my secret": 1 }))).toStrictEqual(["name"]);
});
