// `npm run test:firestore`: the tests that use a store, on a Firestore emulator. `--help` says more.
import { join } from "node:path";
import { endWith, startTied } from "./end-with.mjs";
import { installAll, node, root } from "./prepare.mjs";

installAll();
endWith(startTied(node(), [join(root, "scripts", "emulators", "store-tests.ts"), ...process.argv.slice(2)]));
