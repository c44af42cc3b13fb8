// `npm start`: installs missing packages, builds changed sources, and runs the server until it is stopped.
import { join } from "node:path";
import { endWith, startTied } from "./end-with.mjs";
import { build, install, node, nodeOptions, root } from "./prepare.mjs";

install();
build();
const env = { ...process.env, NODE_COMPILE_CACHE: join(root, "node_modules", ".cache", "node") };
const server = startTied(
  node(),
  [...nodeOptions, join(root, "server", "dist", "main.cjs"), ...process.argv.slice(2)],
  env,
);
endWith(server);
// Told to end, npm may end its shell alone.
if (process.env.npm_lifecycle_event === "start") {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    server.kill("SIGTERM");
  }, 500);
}
