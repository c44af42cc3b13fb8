// `npm test`: lint, types, then every test. `npm test -- PATH …` runs the named files or folders only.
import { join } from "node:path";
import { lint } from "./lint.mjs";
import { install, node, root, run } from "./prepare.mjs";

if (Number(process.versions.node.split(".")[0]) < 22) {
  // The host's Node may be too old for the following; the one among the packages is not.
  install();
  run(node(), [join(root, "scripts", "test.mjs"), ...process.argv.slice(2)]);
  process.exit(0);
}

const chosen = process.argv.slice(2);
if (chosen.length === 0) {
  install();
  lint();
  run(node(), [join(root, "node_modules", "typescript", "bin", "tsc"), "-p", "tsconfig.json"]);
}
run(node(), [join(root, "node_modules", "jest", "bin", "jest.js"), ...chosen], {
  env: { ...process.env, NODE_COMPILE_CACHE: join(root, "node_modules", ".cache", "node") },
});
