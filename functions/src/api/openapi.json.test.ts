import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import openapi from "./openapi.json.ts";

test("the served description is the committed one, with headers named after the operator's brand", () => {
  const [file] = Object.values(openapi.files);
  const text = readFileSync(new URL("../../../openapi.json", import.meta.url), "utf8");
  expect([file?.name, file?.isBranded, JSON.parse(text).openapi]).toStrictEqual(["openapi.json", true, "3.1.0"]);
  expect(text).toContain('"x-service-api-key"');
});
