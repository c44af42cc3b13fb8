// `npm run types`: the compiler's errors, of what runs on Node and of what runs in the browser.
import { join } from "node:path";
import { installAll, node, root, run } from "./prepare.mjs";

/** What the compiler keeps of the last check, so that it looks again only at what changed and what depends on it. */
const state = join(root, "node_modules", ".cache", "types");

/** Ends the process with the compiler's status when a type is wrong. */
export function checkTypes() {
  for (const project of ["", "site/page"]) {
    const info = join(state, project, "tsconfig.tsbuildinfo");
    run(node(), [
      join(root, "node_modules", "typescript", "bin", "tsc"),
      ...["--project", join(root, project), "--incremental", "--tsBuildInfoFile", info],
    ]);
  }
}

if (process.argv[1] === import.meta.filename) {
  installAll();
  checkTypes();
}
