// `npm run lint`: the linter, the import rules (.dependency-cruiser.cjs), and unused or unlisted code and packages (knip.json).
import { join } from "node:path";
import { installAll, node, root, run } from "./prepare.mjs";

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

/** Ends the process with the status of the first check that fails. */
export function lint() {
  run(node(), [join(root, "node_modules/@biomejs/biome/bin/biome"), "check", "--error-on-warnings", "."]);
  run(node(), [
    join(root, "node_modules/dependency-cruiser/bin/dependency-cruise.mjs"),
    "--config",
    ".dependency-cruiser.cjs",
    "--output-type",
    "err-long",
    ...folders,
  ]);
  run(node(), [join(root, "node_modules/knip/bin/knip.js"), "--cache", "--no-progress", "--no-config-hints"]);
}

if (process.argv[1] === import.meta.filename) {
  installAll();
  lint();
}
