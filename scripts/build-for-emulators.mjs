// Run by deploy/functions/index.js when the Firebase emulators load it: builds what is older than its sources, and makes secrets
// for this checkout, once.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { buildFunctions, node, root, run } from "./prepare.mjs";

/** After so many seconds the Firebase tools may have given up; they load a folder again when one of its files changes. */
const PATIENCE = 8;
const functions = join(root, "deploy", "functions");

buildFunctions();
const secrets = join(functions, ".secret.local");
if (!existsSync(secrets)) run(node(), [join(root, "scripts", "emulators", "local-secrets.ts"), secrets]);
if (process.uptime() > PATIENCE) touchLater(join(functions, "package-lock.json"));

/** Sets the time of a file once the tools watch it, which they begin when their attempt to load has ended. */
function touchLater(file) {
  const touch = "setTimeout(() => fs.utimesSync(process.argv[1], new Date(), new Date()), 5000)";
  spawn(process.execPath, ["-e", touch, file], { detached: true, stdio: "ignore" }).unref();
}
