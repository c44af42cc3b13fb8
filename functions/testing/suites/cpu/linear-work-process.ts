// `node functions/testing/suites/cpu/linear-work-process.ts` measures the service's work before a caller is known, and prints
// the complaints as a JSON object by guarantee. A separate process, because a test runner slows code down, and not evenly.
import { excessiveWork } from "#testing/harness/time/cpu-growth";
import { linearWork } from "./linear-work.ts";

const complaints: Record<string, string> = {};
for (const [name, { largest, prepare }] of Object.entries(linearWork)) {
  const complaint = await excessiveWork(largest, prepare);
  if (complaint) complaints[name] = complaint;
}
process.stdout.write(JSON.stringify(complaints));
