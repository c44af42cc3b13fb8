import assert from "node:assert/strict";
import { test } from "node:test";
import { excessiveWork, isCostly, isSuperLinear } from "./cpu-growth.ts";

const bytes = [1000, 4000, 16_000] as const;

test("quadratic work is super-linear, also where a constant part hides the smallest size", () => {
  assert.ok(isSuperLinear({ bytes, ms: [4, 64, 1024] }));
  assert.ok(isSuperLinear({ bytes, ms: [60, 110, 1300] }));
});

test("linear work is not, even when it suffers from caches, nor is work that takes no time to speak of", () => {
  assert.ok(!isSuperLinear({ bytes, ms: [10, 40, 160] }));
  assert.ok(!isSuperLinear({ bytes, ms: [10, 40, 320] }));
  assert.ok(!isSuperLinear({ bytes, ms: [0.1, 1, 16] }));
});

test("linear work is costly when its bytes take long, not when each call does", () => {
  assert.ok(isCostly({ bytes, ms: [10, 40, 160] }, 120));
  assert.ok(!isCostly({ bytes, ms: [10, 40, 160] }, 180));
  assert.ok(!isCostly({ bytes, ms: [130, 140, 160] }, 40));
});

test("it finds a regular expression that backtracks, and says how much", async () => {
  const backtracking = (size: number) => () => `${" ".repeat(size)}x`.replace(/ +$/, "");
  assert.match((await excessiveWork(32_000, backtracking)) ?? "", /32000 bytes in \d+\.\d ms/);
  assert.equal(await excessiveWork(32_000, (size) => () => " ".repeat(size).trimEnd()), undefined);
});
