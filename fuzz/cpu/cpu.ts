import { excessiveWork } from "@atrium/functions/testing/harness/time/cpu-growth";
import { world } from "@atrium/functions/testing/harness/world";
import { createHttpServer } from "../../server/src/http-server.ts";
import { type CpuOptions, Tenants, trialsOf } from "./trials.ts";

/**
 * Maximum CPU time per further byte, in multiples of parsing ordinary JSON: a handler checks, merges and stores its
 * input.
 */
const MOST_COST = 300;

/**
 * Sends expensive requests to every path, and compares the CPU time of three sizes.
 * @returns the findings, each with its measurements.
 */
export async function cpuFaults(options: CpuOptions): Promise<string[]> {
  const w = await world();
  const tenants = new Tenants(w);
  const app = createHttpServer(w.context);
  const faults: string[] = [];
  try {
    for (const { name, bytes, prepare } of trialsOf(tenants, app, options)) {
      options.onTrial?.(name);
      const fault = await excessiveWork(bytes, prepare, { mostCost: MOST_COST }).catch(({ message }: Error) => message);
      if (fault) faults.push(`${name}: ${fault}`);
      w.logged.length = 0;
      w.receivers.calls.length = 0;
    }
  } finally {
    await app.close();
    await w.context.store.close();
  }
  return faults;
}
