// `npm run batches`: prints the functions that the Firebase tools may deploy together, one line for each `--only`.
// Every new revision starts an instance of 1 vCPU, and the tools deploy 40 at once, so a full deployment exceeds many
// projects' quotas.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { printHelp } from "./help.mjs";

printHelp(`Usage: npm run batches

Prints the functions that the Firebase tools may deploy together, one line for each \`--only\`. It has no options; with
ATRIUM_FUNCTIONS=grouped it prints those of firebase.grouped.json.`);

const AT_ONCE = 25;
const root = join(fileURLToPath(new URL(".", import.meta.url)), "..");
const config = process.env.ATRIUM_FUNCTIONS === "grouped" ? "firebase.grouped.json" : "firebase.json";
const { rewrites } = JSON.parse(readFileSync(join(root, config), "utf8")).hosting;
// The console's pages have no function: hosting serves them as files.
const called = rewrites.flatMap((rewrite) => rewrite.function ?? []);
const names = [...new Set(called.map(({ functionId }) => `functions:${functionId}`))];
for (let i = 0; i < names.length; i += AT_ONCE) console.log(names.slice(i, i + AT_ONCE).join(","));
