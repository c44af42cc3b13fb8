// `npm run format`: formats every file and mends what the linter can mend.
import { join } from "node:path";
import { installAll, node, root, run } from "./prepare.mjs";

installAll();
run(node(), [join(root, "node_modules/@biomejs/biome/bin/biome"), "check", "--write", "."]);
