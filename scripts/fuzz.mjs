// `npm run fuzz`: sends the built server requests derived from openapi.json. `npm run fuzz -- --help` lists the options.
import { join } from "node:path";
import { build, installAll, node, root, run } from "./prepare.mjs";

installAll();
build();
run(node(), [join(root, "fuzz", "main.ts"), ...process.argv.slice(2)]);
