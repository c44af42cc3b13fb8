import { expect, test } from "@jest/globals";
import { AncestorCache } from "./ancestor-cache.ts";

test("a place's folders are cached until they are replaced or removed", () => {
  const ancestors = new AncestorCache();
  expect(ancestors.get("d")).toStrictEqual([]);
  ancestors.set("d", ["f"]);
  ancestors.set("e", ["g"]);
  ancestors.set("d", ["f", "g"]);
  expect([ancestors.get("d"), ancestors.get("e")]).toStrictEqual([["f", "g"], ["g"]]);
  ancestors.set("d", []);
  expect(ancestors.get("d")).toStrictEqual([]);
});

test("10,000 places are cached, and the least recently used are evicted", () => {
  const ancestors = new AncestorCache();
  for (let i = 0; i < 10_000; i++) ancestors.set(`d${i}`, ["f"]);
  ancestors.set("d0", ["f"]);
  ancestors.set("new", ["f"]);
  expect([ancestors.get("d1"), ancestors.get("d0"), ancestors.get("new")]).toStrictEqual([[], ["f"], ["f"]]);
});
