import { expect, test } from "@jest/globals";
import { excessiveWork, isCostly, isSuperLinear } from "./cpu-growth.ts";

const bytes = [1000, 4000, 16_000] as const;

test("quadratic work is super-linear, even if a constant part hides the growth at the smallest size", () => {
  expect(isSuperLinear({ bytes, ms: [4, 64, 1024] })).toBe(true);
  expect(isSuperLinear({ bytes, ms: [60, 110, 1300] })).toBe(true);
});

test("linear work is not super-linear, even when cache misses slow it down, nor is work of negligible time", () => {
  expect(isSuperLinear({ bytes, ms: [10, 40, 160] })).toBe(false);
  expect(isSuperLinear({ bytes, ms: [10, 40, 320] })).toBe(false);
  expect(isSuperLinear({ bytes, ms: [0.1, 1, 16] })).toBe(false);
});

test("linear work is costly if each byte takes long, not if only each call does", () => {
  expect(isCostly({ bytes, ms: [10, 40, 160] }, 120)).toBe(true);
  expect(isCostly({ bytes, ms: [10, 40, 160] }, 180)).toBe(false);
  expect(isCostly({ bytes, ms: [130, 140, 160] }, 40)).toBe(false);
});

test("a regular expression that backtracks is detected and measured", async () => {
  const backtracking = (size: number) => () => `${" ".repeat(size)}x`.replace(/ +$/, "");
  expect((await excessiveWork(12_000, backtracking)) ?? "").toMatch(/12000 bytes in \d+\.\d ms/);
  expect(await excessiveWork(12_000, (size) => () => " ".repeat(size).trimEnd())).toBeUndefined();
});
