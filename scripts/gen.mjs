// `npm run gen`: writes the files that follow from the declarations. `npm run gen -- --check` only reports outdated ones.
import { join } from "node:path";
import { install, node, root, run } from "./prepare.mjs";

install();
run(node(), [join(root, "scripts", "gen", "main.ts"), ...process.argv.slice(2)]);
