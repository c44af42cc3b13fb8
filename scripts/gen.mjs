// `npm run gen`: writes the files generated from the declarations. `npm run gen -- --check` only reports outdated ones.
import { join } from "node:path";
import { installAll, node, root, run } from "./prepare.mjs";

installAll();
run(node(), [join(root, "scripts", "gen", "main.ts"), ...process.argv.slice(2)]);
