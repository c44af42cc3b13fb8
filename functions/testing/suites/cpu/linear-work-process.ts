// `node functions/testing/suites/cpu/linear-work-process.ts` measures what the service does before it knows a caller, and prints
// the complaints as a JSON object by guarantee. A process of its own: a test runner slows code down, and some code more than other.
import { excessiveWork } from "#testing/harness/cpu-growth";
import { linearWork } from "./linear-work.ts";

const complaints: Record<string, string> = {};
for (const [name, { largest, prepare }] of Object.entries(linearWork)) {
  const complaint = await excessiveWork(largest, prepare);
  if (complaint) complaints[name] = complaint;
}
process.stdout.write(JSON.stringify(complaints));
