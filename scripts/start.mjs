// `npm start`: installs missing packages, builds changed sources, and runs the server until it is stopped.
import { join } from "node:path";
import { endWith, startTied, whenParentEnds } from "./end-with.mjs";
import { build, install, node, nodeOptions, root } from "./prepare.mjs";

install();
build();
const env = { ...process.env, NODE_COMPILE_CACHE: join(root, "node_modules", ".cache", "node") };
const server = startTied(
  node(),
  [...nodeOptions, join(root, "server", "dist", "main.cjs"), ...process.argv.slice(2)],
  env,
);
const isEnding = endWith(server, "server");
// Closing the terminal also ends npm. The server has then received a signal already, and a second one would cut off the
// requests that it is still answering.
if (process.env.npm_lifecycle_event === "start") whenParentEnds(() => isEnding() || server.kill("SIGTERM"));
