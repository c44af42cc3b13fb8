import { expect, test } from "@jest/globals";
import { AncestorCache } from "./ancestor-cache.ts";

test("a place's folders are remembered until others are noted, or none", () => {
  const ancestors = new AncestorCache();
  expect(ancestors.get("d")).toStrictEqual([]);
  ancestors.note("d", ["f"]);
  ancestors.note("e", ["g"]);
  ancestors.note("d", ["f", "g"]);
  expect([ancestors.get("d"), ancestors.get("e")]).toStrictEqual([["f", "g"], ["g"]]);
  ancestors.note("d", []);
  expect(ancestors.get("d")).toStrictEqual([]);
});

test("10,000 places are remembered, and the ones that were noted longest ago make room", () => {
  const ancestors = new AncestorCache();
  for (let i = 0; i < 10_000; i++) ancestors.note(`d${i}`, ["f"]);
  ancestors.note("d0", ["f"]);
  ancestors.note("new", ["f"]);
  expect([ancestors.get("d1"), ancestors.get("d0"), ancestors.get("new")]).toStrictEqual([[], ["f"], ["f"]]);
});
