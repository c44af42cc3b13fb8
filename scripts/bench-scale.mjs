// `npm run bench:scale`: the peak of a large tenant over models of Firestore and Cloud Tasks; docs/scale.md tells what they know.
import { join } from "node:path";
import { installAll, node, root, run } from "./prepare.mjs";

installAll();
run(node(), [join(root, "bench", "scale", "main.ts"), ...process.argv.slice(2)]);
