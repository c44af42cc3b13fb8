// `npm run types`: the compiler's errors, of what runs on Node and of what runs in the browser.
import { join } from "node:path";
import { installAll, node, root, run } from "./prepare.mjs";

/** Ends the process with the compiler's status when a type is wrong. */
export function checkTypes() {
  for (const project of ["tsconfig.json", "site/page/tsconfig.json"])
    run(node(), [join(root, "node_modules", "typescript", "bin", "tsc"), "-p", project]);
}

if (process.argv[1] === import.meta.filename) {
  installAll();
  checkTypes();
}
