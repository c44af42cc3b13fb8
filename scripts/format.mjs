// `npm run format`: formats every file and applies the linter's automatic fixes.
import { join } from "node:path";
import { printHelp } from "./help.mjs";
import { installAll, node, root, run } from "./prepare.mjs";

printHelp(`Usage: npm run format

Formats every file and applies the automatic fixes of the linter. It has no options.`);

installAll();
run(node(), [join(root, "node_modules/@biomejs/biome/bin/biome"), "check", "--write", "."]);
