// `npm run gen`: writes what follows from the declarations. `npm run gen -- --check` says what is not current, and changes nothing.
import { join } from "node:path";
import { install, node, root, run } from "./prepare.mjs";

install();
run(node(), [join(root, "scripts", "gen", "main.ts"), ...process.argv.slice(2)]);
