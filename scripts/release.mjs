// `npm run release`: writes `dist/atrium-client-<version>.tgz`, which `npm install` takes. Runs on the host's Node (20 or newer).
import { join } from "node:path";
import { installAll, node, root, run } from "./prepare.mjs";

installAll();
run(node(), [join(root, "client", "build", "main.ts")]);
