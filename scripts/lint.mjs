// `npm run lint`: the linter, the import rules (.dependency-cruiser.cjs), and unused or unlisted code and packages (knip.json).
import { join } from "node:path";
import { printHelp } from "./help.mjs";
import { installAll, root, runTogether } from "./prepare.mjs";

const folders = [
  "functions",
  "server",
  "client/src",
  "client/gen",
  "client/testing",
  "bench",
  "examples",
  "fuzz",
  "scripts",
  "site",
  "test",
];

/** The checks, each a program with its arguments. */
export const checks = [
  [join(root, "node_modules/@biomejs/biome/bin/biome"), "check", "--error-on-warnings", "."],
  [
    join(root, "node_modules/dependency-cruiser/bin/dependency-cruise.mjs"),
    "--config",
    ".dependency-cruiser.cjs",
    "--output-type",
    "err-long",
    ...folders,
  ],
  [join(root, "node_modules/knip/bin/knip.js"), "--cache", "--no-progress", "--no-config-hints"],
];

if (process.argv[1] === import.meta.filename) {
  printHelp(`Usage: npm run lint

Runs the linter, checks the imports between folders, and finds unused or unlisted code and packages. It has no options.`);
  installAll();
  await runTogether(checks);
}
