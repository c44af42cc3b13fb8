import { expect, test } from "@jest/globals";
import { initialOf } from "./initial.ts";

const cases: [name: string, initial: string][] = [
  ["Ada Lovelace", "A"],
  ["ørsted", "Ø"],
  ["  éric", "É"],
  ["e\u0301ric", "E\u0301"],
  ["李小龍", "李"],
  ["नेहा", "ने"],
  ["👩‍🔬 Lab", "👩‍🔬"],
  ["ßen", "SS"],
  ["   ", ""],
];

for (const [name, initial] of cases)
  test(`the initial of "${name}" is "${initial}"`, () => {
    expect(initialOf(name)).toBe(initial);
  });
