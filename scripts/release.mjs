// `npm run release`: writes `dist/atrium-client-<version>.tgz`, which `npm install` takes. Runs on the host's Node (20 or newer).
import { join } from "node:path";
import { install, node, root, run } from "./prepare.mjs";

install();
run(node(), [join(root, "client", "build", "main.ts")]);
