// `npm run types`: the compiler's errors, of what runs on Node and of what runs in the browser.
import { join } from "node:path";
import { installAll, root, runTogether } from "./prepare.mjs";

/** What the compiler keeps of the last check, so that it looks again only at what changed and what depends on it. */
const state = join(root, "node_modules", ".cache", "types");

/** The checks, each a program with its arguments. */
export const checks = ["", "site/page", "console"].map((project) => [
  join(root, "node_modules", "typescript", "bin", "tsc"),
  ...["--project", join(root, project), "--incremental"],
  ...["--tsBuildInfoFile", join(state, project, "tsconfig.tsbuildinfo")],
]);

if (process.argv[1] === import.meta.filename) {
  installAll();
  await runTogether(checks);
}
