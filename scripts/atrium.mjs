#!/usr/bin/env node
// `npx atrium`: the command line, rebuilt when a source has changed.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { endWith } from "./end-with.mjs";
import { build, install, node, nodeOptions, root } from "./prepare.mjs";

install();
build();
const args = [...nodeOptions, join(root, "server", "dist", "cli.cjs"), ...process.argv.slice(2)];
const child = spawn(node(), args, { stdio: "inherit" });
endWith(child, "command");
