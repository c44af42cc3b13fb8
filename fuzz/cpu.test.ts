import assert from "node:assert/strict";
import { test } from "node:test";
import { readContract } from "./contract.ts";
import { cpuFaults } from "./cpu.ts";

/** A prime: each endpoint is tried with other shapes. `npm run fuzz -- --cpu` tries all of them. */
const EVERY = 37;

test("no path takes CPU time that grows faster than what is sent, before credentials or behind them", async () => {
  let trials = 0;
  const onTrial = () => trials++;
  const faults = await cpuFaults({ contract: readContract(), bytes: 131_072, every: EVERY, onTrial });
  assert.equal(faults.join("\n"), "");
  assert.ok(trials > 600, `only ${trials} trials`);
});
