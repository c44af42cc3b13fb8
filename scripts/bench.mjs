// `npm run bench`: measures the built server against its floor. `npm run bench -- --help` lists the options.
import { join } from "node:path";
import { build, installAll, node, root, run } from "./prepare.mjs";

installAll();
build();
run(node(), [join(root, "bench", "main.ts"), ...process.argv.slice(2)]);
