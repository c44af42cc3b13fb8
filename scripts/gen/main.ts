import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generatedFiles } from "./files.ts";

const root = join(import.meta.dirname, "..", "..");
const isCheck = process.argv.includes("--check");
let stale = 0;
for (const [name, text] of await generatedFiles()) {
  const file = join(root, name);
  if (existsSync(file) && readFileSync(file, "utf8") === text) continue;
  stale++;
  if (isCheck) console.error(`${name} is not current; run \`npm run gen\` and commit it.`);
  else {
    writeFileSync(file, text);
    console.log(`wrote ${name}`);
  }
}
if (isCheck && stale > 0) process.exitCode = 1;
if (stale === 0) console.log("All generated files are current.");
