import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";

test("the OpenAPI document names headers with the default brand, which hosts replace with the operator's", () => {
  const text = readFileSync(new URL("../../../openapi.json", import.meta.url), "utf8");
  expect(JSON.parse(text).openapi).toBe("3.1.0");
  expect(text).toContain('"x-service-api-key"');
});
