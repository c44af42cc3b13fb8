// Writes the files to deploy: `deploy/functions` and `dist/hosting`. With `--grouped`, the calls of a topic share a
// function. Runs on the host's Node (20 or newer).
import { join } from "node:path";
import { printHelp } from "./help.mjs";
import { install, node, root, run } from "./prepare.mjs";

printHelp(`Usage: node scripts/build-functions.mjs [--grouped]

Builds the functions and the files of the hosting for a deployment.

  --grouped  the calls of a topic share a function`);

install();
run(node(), [join(root, "scripts", "build-functions", "main.ts"), ...process.argv.slice(2)]);
