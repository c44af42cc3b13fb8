import { callEndpoints } from "@atrium/functions/endpoints";
import { countsOf, leastOf } from "@atrium/functions/testing/suites/cost/table";

/** Documents read, documents written, sequential round trips. */
interface Cost {
  reads: number;
  writes: number;
  trips: number;
}

/** By path, as the endpoints declare them and tests measure them; `least` is what no design could do without. */
export type Costs = Record<string, Cost & { least: Cost; note?: string | undefined }>;

/** What every endpoint declares. */
export function readCosts(): Costs {
  return Object.fromEntries(
    callEndpoints.map(({ path, cost }) => [path, { ...countsOf(cost), least: leastOf(cost), note: cost.note }]),
  );
}
