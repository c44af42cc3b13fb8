// `npm run example -- PROGRAM …`: runs a program in `examples` on the Node that Atrium runs on. Without credentials in
// the environment, the program gets those of this checkout's server.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { endWith, startTied } from "./end-with.mjs";
import { install, node, nodeOptions, root } from "./prepare.mjs";

const [program = "", ...args] = process.argv.slice(2);
const file = join(root, "examples", program);
// Any other option is one of the program.
if (program === "--help" || program === "-h") {
  console.log(`Usage: npm run example -- PROGRAM [OPTION …]

Runs a program of the folder examples, such as webhook-receiver.ts, with the credentials of this checkout's server;
examples/README.md lists the programs and their options.`);
  process.exit();
}
if (!program.endsWith(".ts") || !existsSync(file)) {
  console.error(
    "atrium: Name a program in the folder `examples`, such as `webhook-receiver.ts`; examples/README.md lists them all.",
  );
  process.exit(1);
}
install();
endWith(startTied(node(), [file, ...args], { ...ownCredentials(), ...process.env }));

/** The first workspace and key in the data folder as variables; none without data, or for a server elsewhere. */
function ownCredentials() {
  const { ATRIUM_API_KEY: apiKey, ATRIUM_URL: url = "http://127.0.0.1" } = process.env;
  const cli = join(root, "server", "dist", "cli.cjs");
  if (apiKey || !["127.0.0.1", "localhost", "[::1]"].includes(new URL(url).hostname) || !existsSync(cli)) return {};
  const { stdout } = spawnSync(node(), [...nodeOptions, cli, "credentials", "--env"], { encoding: "utf8" });
  return Object.fromEntries([...stdout.matchAll(/^export (\w+)='(.*)'$/gm)].map(([, name, value]) => [name, value]));
}
