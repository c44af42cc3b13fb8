import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";

test("the description of the interface names headers by the brand that hosts replace by that of the operator", () => {
  const text = readFileSync(new URL("../../../openapi.json", import.meta.url), "utf8");
  expect(JSON.parse(text).openapi).toBe("3.1.0");
  expect(text).toContain('"x-service-api-key"');
});
