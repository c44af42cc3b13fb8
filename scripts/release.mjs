// `npm run release`: writes `dist/atrium-<version>.tgz`, for `npx`, and `dist/atrium-client-<version>.tgz`, for
// `npm install`. Runs on the host's Node (20 or newer).
import { join } from "node:path";
import { printHelp } from "./help.mjs";
import { build, installAll, node, root, run } from "./prepare.mjs";

printHelp(`Usage: npm run release

Writes dist/atrium-<version>.tgz, for \`npx\`, and dist/atrium-client-<version>.tgz, for \`npm install\`. It has no options.`);

installAll();
build();
run(node(), [join(root, "scripts", "release", "main.ts")]);
