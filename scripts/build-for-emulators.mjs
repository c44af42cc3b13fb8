// Run by deploy/functions/index.js when the Firebase emulators load it: rebuilds outdated files, and creates this
// checkout's secrets once.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { buildFunctions, node, root, run } from "./prepare.mjs";

/** Seconds after which the Firebase tools may have given up; they reload a folder when one of its files changes. */
const PATIENCE = 8;
const functions = join(root, "deploy", "functions");

buildFunctions();
const secrets = join(functions, ".secret.local");
if (!existsSync(secrets)) run(node(), [join(root, "scripts", "emulators", "local-secrets.ts"), secrets]);
if (process.uptime() > PATIENCE) touchLater(join(functions, "package-lock.json"));

/** Touches a file after the tools have started to watch it, which they do once their attempt to load has ended. */
function touchLater(file) {
  const touch = "setTimeout(() => fs.utimesSync(process.argv[1], new Date(), new Date()), 5000)";
  spawn(process.execPath, ["-e", touch, file], { detached: true, stdio: "ignore" }).unref();
}
