#!/usr/bin/env node
// `npx atrium`: the command line, built when a source has changed.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { build, install, node, nodeOptions, root } from "./prepare.mjs";

install();
build();
const args = [...nodeOptions, join(root, "server", "dist", "cli.cjs"), ...process.argv.slice(2)];
const child = spawn(node(), args, { stdio: "inherit" });
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
child.on("exit", (code) => process.exit(code ?? 1));
