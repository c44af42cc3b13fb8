import { callEndpoints } from "@atrium/functions/endpoints";
import { countsOf, leastOf } from "@atrium/functions/testing/suites/cost/table";

/** Documents read, documents written, sequential round trips. */
interface Cost {
  reads: number;
  writes: number;
  trips: number;
}

/** Costs by path, as endpoints declare and tests measure them; `least` is a lower bound for any design. */
export type Costs = Record<string, Cost & { least: Cost; note?: string | undefined }>;

/** The declared costs of every endpoint. */
export function readCosts(): Costs {
  return Object.fromEntries(
    callEndpoints.map(({ path, cost }) => [path, { ...countsOf(cost), least: leastOf(cost), note: cost.note }]),
  );
}
