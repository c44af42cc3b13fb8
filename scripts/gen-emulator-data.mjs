// `npm run gen:emulator-data`: writes the demo world as an export of the Firestore emulator, for `emulators:start --import`.
import { join } from "node:path";
import { installAll, node, root, run } from "./prepare.mjs";

installAll();
run(node(), [join(root, "scripts", "emulators", "export-world.ts"), ...process.argv.slice(2)]);
