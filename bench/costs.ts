import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./server-process.ts";

/** Documents read, documents written, sequential round trips. */
export interface Cost {
  reads: number;
  writes: number;
  trips: number;
}

/** By path, as the tests record them; `least` is what no design could do without. */
export type Costs = Record<string, Cost & { least: Cost; note?: string }>;

/** What is recorded; nothing when no test has recorded yet. */
export function readCosts(): Costs {
  const file = join(root, "functions", "testing", "suites", "cost", "costs.json");
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Costs) : {};
}
