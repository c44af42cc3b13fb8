// `node functions/testing/suites/cpu/linear-work-process.ts` measures work that must stay short, above all before the
// caller is known, and prints complaints as JSON, by guarantee. It is a separate process because a test runner slows code down
// unevenly.
import { excessiveWork } from "#testing/harness/time/cpu-growth";
import { linearWork } from "./linear-work.ts";

const complaints: Record<string, string> = {};
for (const [name, { largest, prepare }] of Object.entries(linearWork)) {
  const complaint = await excessiveWork(largest, prepare);
  if (complaint) complaints[name] = complaint;
}
process.stdout.write(JSON.stringify(complaints));
