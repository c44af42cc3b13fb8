#!/usr/bin/env node
// The program of a release: without a command it starts the server, otherwise it runs the command line.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { endWith, startTied } from "../end-with.mjs";
import { neededNode, runsAtrium } from "../node-version.mjs";

const folder = dirname(dirname(fileURLToPath(import.meta.url)));
const args = process.argv.slice(2);
const isStart = args.length === 0 || args[0] === "start" || (args[0].startsWith("-") && !isAboutCommands(args[0]));
if (isAboutCommands(args[0]))
  console.log("Without a command it starts the server; `start --help` lists its options.\n");
const file = join(folder, "server", "dist", isStart ? "main.cjs" : "cli.cjs");
const program = runsAtrium(process.versions) ? process.execPath : fetchedNode();
const env = { ...process.env, NODE_COMPILE_CACHE: join(folder, ".cache") };
// The same as in scripts/prepare.mjs, which explains them.
const nodeOptions = ["--disable-warning=ExperimentalWarning", "--max-semi-space-size=16"];
const child = startTied(program, [...nodeOptions, file, ...(args[0] === "start" ? args.slice(1) : args)], env);
endWith(child, isStart ? "server" : "command");

function isAboutCommands(argument) {
  return argument === "--help" || argument === "-h";
}

/** The Node that Atrium is tested with, for a host whose own is too old: fetched once and verified by its checksum. */
function fetchedNode() {
  const place = join(folder, "node");
  const bundled = join(place, "node_modules", ".bin", process.platform === "win32" ? "node.cmd" : "node");
  if (existsSync(bundled)) return bundled;
  console.error(`Atrium needs ${neededNode}, and this is ${process.version}: fetching one, once (about 50 MB) …`);
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const npmArguments = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  // The variables that npm has set for this program would make the inner npm work in another folder.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^npm_(config_(local_prefix|package|call)$|package|command)/.test(name),
    ),
  );
  spawnSync(npm, npmArguments, { cwd: place, env, stdio: ["ignore", 2, 2], shell: npm.endsWith(".cmd") });
  if (existsSync(bundled)) return bundled;
  console.error(
    `atrium: Node could not be fetched. Is npm's registry reachable? Alternatively, install ${neededNode}, from nodejs.org.`,
  );
  process.exit(1);
}
