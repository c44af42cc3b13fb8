// `npm run example -- PROGRAM …`: runs a program of `examples` on the Node that Atrium runs on.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { endWith, startTied } from "./end-with.mjs";
import { install, node, root } from "./prepare.mjs";

const [program = "", ...args] = process.argv.slice(2);
const file = join(root, "examples", program);
if (!program.endsWith(".ts") || !existsSync(file)) {
  console.error(
    "atrium: Name a program of the folder `examples`, such as `webhook-receiver.ts`; examples/README.md has all.",
  );
  process.exit(1);
}
install();
endWith(startTied(node(), [file, ...args]));
