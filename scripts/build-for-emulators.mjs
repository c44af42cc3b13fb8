// Run by deploy/functions/index.js when the Firebase emulators load it: builds what is older than its sources, and makes secrets
// for this checkout, once.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { buildFunctions, node, root, run } from "./prepare.mjs";

buildFunctions();
const secrets = join(root, "deploy", "functions", ".secret.local");
if (!existsSync(secrets)) run(node(), [join(root, "scripts", "emulators", "local-secrets.ts"), secrets]);
