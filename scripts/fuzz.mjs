// `npm run fuzz`: sends the built server what follows from openapi.json. `npm run fuzz -- --help` tells what can be chosen.
import { join } from "node:path";
import { build, install, node, root, run } from "./prepare.mjs";

install();
build();
run(node(), [join(root, "fuzz", "main.ts"), ...process.argv.slice(2)]);
