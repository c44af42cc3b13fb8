// `npm run batches`: prints the functions that the Firebase tools may deploy together, one line for each `--only`.
// Every new revision starts an instance of 1 vCPU, and the tools deploy 40 at once. A young project has 20 vCPU.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { printHelp } from "./help.mjs";
import { changeNode, root } from "./prepare.mjs";

printHelp(`Usage: npm run batches

Prints the functions that the Firebase tools may deploy together, one line for each \`--only\`: jobs and schedules first,
then the endpoints. It has no options; with ATRIUM_FUNCTIONS=grouped it prints those of firebase.grouped.json.`);

changeNode();
const { declaredJobs } = await import("@atrium/functions/jobs");
const { queueIds } = await import("@atrium/functions/queue/cloud-tasks-request");

/** Fewer than 20, because functions that are in use take a part of the quota. */
const AT_ONCE = 15;
const config = process.env.ATRIUM_FUNCTIONS === "grouped" ? "firebase.grouped.json" : "firebase.json";
const { rewrites } = JSON.parse(readFileSync(join(root, config), "utf8")).hosting;
// The console's pages have no function: hosting serves them as files.
const called = rewrites.flatMap((rewrite) => rewrite.function?.functionId ?? []);
// Jobs run the tasks that endpoints create, so they are deployed before.
printBatches([...declaredJobs.flatMap(queueIds), "schedules"]);
printBatches([...new Set(called)]);

function printBatches(names) {
  const filters = names.map((name) => `functions:${name}`);
  for (let i = 0; i < filters.length; i += AT_ONCE) console.log(filters.slice(i, i + AT_ONCE).join(","));
}
