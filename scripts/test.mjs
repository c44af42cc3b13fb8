// `npm test`: lint, types, then every test. `npm test -- PATH …` runs the named test files only.
import { globSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { lint } from "./lint.mjs";
import { install, node, root, run } from "./prepare.mjs";

if (Number(process.versions.node.split(".")[0]) < 22) {
  // The host's Node lacks what follows; the one among the packages has it.
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
const files =
  chosen.length > 0
    ? chosen
    : globSync("{functions,server,scripts,examples,test,fuzz,client,bench}/**/*.test.ts", {
        cwd: root,
        exclude: (name) => name === "node_modules" || name.includes("/node_modules/"),
      });
run(
  node(),
  [
    "--test",
    `--test-concurrency=${availableParallelism()}`,
    // A Firestore emulator takes an hour for what SQLite does in minutes.
    `--test-timeout=${process.env.FIRESTORE_EMULATOR_HOST ? 3_600_000 : 240_000}`,
    "--test-reporter=./scripts/test-reporter.mjs",
    ...files.sort(),
  ],
  {
    env: { ...process.env, NODE_COMPILE_CACHE: join(root, "node_modules", ".cache", "node") },
  },
);
