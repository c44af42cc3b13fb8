// `npm run format`: formats every file and applies the linter's automatic fixes.
import { join } from "node:path";
import { installAll, node, root, run } from "./prepare.mjs";

installAll();
run(node(), [join(root, "node_modules/@biomejs/biome/bin/biome"), "check", "--write", "."]);
