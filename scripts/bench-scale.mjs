// `npm run bench:scale`: the peak load of a large tenant on models of Firestore and Cloud Tasks, described in
// docs/scale.md.
import { join } from "node:path";
import { installAll, node, root, run } from "./prepare.mjs";

installAll();
run(node(), [join(root, "bench", "scale", "main.ts"), ...process.argv.slice(2)]);
