import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { functionPlaces, withFunction } from "#src/cloud/function-names";
import { endpoints } from "#src/endpoints";
import metrics from "./metrics.ts";

test("the one-machine host serves it, even while it refuses other requests; the cloud does not, and it is not part of the public interface", () => {
  const { path, method, isAlwaysAnswered } = metrics;
  expect([path, method, isAlwaysAnswered]).toStrictEqual(["/metrics", undefined, true]);
  expect(endpoints).toContain(metrics);
  expect([...functionPlaces(withFunction(endpoints)).keys()]).not.toContain(path);
  const document = JSON.parse(readFileSync(new URL("../../../openapi.json", import.meta.url), "utf8"));
  expect(Object.keys(document.paths)).not.toContain(path);
});
