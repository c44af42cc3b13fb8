import { expect, test } from "@jest/globals";
import { AncestorCache } from "./ancestor-cache.ts";

test("a place's folders are remembered until others are noted, or none", () => {
  const guesses = new AncestorCache();
  expect(guesses.get("d")).toStrictEqual([]);
  guesses.note("d", ["f"]);
  guesses.note("e", ["g"]);
  guesses.note("d", ["f", "g"]);
  expect([guesses.get("d"), guesses.get("e")]).toStrictEqual([["f", "g"], ["g"]]);
  guesses.note("d", []);
  expect(guesses.get("d")).toStrictEqual([]);
});

test("10,000 places are remembered, and the ones that were noted longest ago make room", () => {
  const guesses = new AncestorCache();
  for (let i = 0; i < 10_000; i++) guesses.note(`d${i}`, ["f"]);
  guesses.note("d0", ["f"]);
  guesses.note("new", ["f"]);
  expect([guesses.get("d1"), guesses.get("d0"), guesses.get("new")]).toStrictEqual([[], ["f"], ["f"]]);
});
