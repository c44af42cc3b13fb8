// `npm run types`: type-checks the code that runs on Node and the code that runs in the browser.
import { join } from "node:path";
import { printHelp } from "./help.mjs";
import { installAll, root, runTogether } from "./prepare.mjs";

/** The compiler's incremental state, so that it checks again only changed files and their dependents. */
const state = join(root, "node_modules", ".cache", "types");

/** The checks, each a program with its arguments. */
export const checks = ["", "site/page", "console"].map((project) => [
  join(root, "node_modules", "typescript", "bin", "tsc"),
  ...["--project", join(root, project), "--incremental"],
  ...["--tsBuildInfoFile", join(state, project, "tsconfig.tsbuildinfo")],
]);

if (process.argv[1] === import.meta.filename) {
  printHelp(`Usage: npm run types

Type-checks the code that runs on Node and the code that runs in the browser. It has no options.`);
  installAll();
  await runTogether(checks);
}
