// `npm run batches`: prints what the Firebase tools may deploy at once, a line for each `--only`. Every new revision starts an
// instance of 1 vCPU, and the tools begin 40 at once, so all functions together exceed the quotas of many projects.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const AT_ONCE = 25;
const root = join(fileURLToPath(new URL(".", import.meta.url)), "..");
const config = process.env.ATRIUM_FUNCTIONS === "grouped" ? "firebase.grouped.json" : "firebase.json";
const { rewrites } = JSON.parse(readFileSync(join(root, config), "utf8")).hosting;
// The pages of the console are answered with a file.
const called = rewrites.flatMap((rewrite) => rewrite.function ?? []);
const names = [...new Set(called.map(({ functionId }) => `functions:${functionId}`))];
for (let i = 0; i < names.length; i += AT_ONCE) console.log(names.slice(i, i + AT_ONCE).join(","));
