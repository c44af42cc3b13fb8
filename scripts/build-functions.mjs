// Writes the deployed files: `deploy/functions` and `dist/hosting`. Runs on the host's Node (20 or newer).
import { join } from "node:path";
import { install, node, root, run } from "./prepare.mjs";

install();
run(node(), [join(root, "scripts", "build-functions", "main.ts")]);
