import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import openapi from "./openapi.json.ts";

test("the description of the interface is the committed one, which names headers by the brand of the operator", () => {
  const [file] = Object.values(openapi.files);
  const text = readFileSync(new URL("../../../openapi.json", import.meta.url), "utf8");
  expect([file?.name, file?.isBranded, JSON.parse(text).openapi]).toStrictEqual(["openapi.json", true, "3.1.0"]);
  expect(text).toContain('"x-service-api-key"');
});
