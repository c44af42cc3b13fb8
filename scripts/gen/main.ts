import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { format } from "./format.ts";
import { listFiles } from "./lists.ts";

const root = join(import.meta.dirname, "..", "..");
const isCheck = process.argv.includes("--check");
let stale = 0;
for (const [name, text] of listFiles()) settle(name, format(name, text));
// The following modules import the lists.
const { generatedFiles } = await import("./files.ts");
for (const [name, text] of await generatedFiles()) settle(name, text);
if (isCheck && stale > 0) process.exitCode = 1;
if (stale === 0) console.log("All generated files are current.");

/** Writes the file if it is outdated, or only reports it. */
function settle(name: string, text: string): void {
  const file = join(root, name);
  if (existsSync(file) && readFileSync(file, "utf8") === text) return;
  stale++;
  if (isCheck) console.error(`${name} is not current; run \`npm run gen\` and commit it.`);
  else {
    writeFileSync(file, text);
    console.log(`wrote ${name}`);
  }
}
