// `npm run gen`: writes the files generated from the declarations. `npm run gen -- --check` only reports outdated ones.
import { join } from "node:path";
import { printHelp } from "./help.mjs";
import { installAll, node, root, run } from "./prepare.mjs";

printHelp(`Usage: npm run gen [-- --check]

Writes the files that are generated from the declarations, such as openapi.json.

  --check  change nothing, and end with an error if a file is outdated`);

installAll();
run(node(), [join(root, "scripts", "gen", "main.ts"), ...process.argv.slice(2)]);
