// `npm test`: lint, types, then every test. `npm test -- PATH …` runs the named files or folders only.
import { join } from "node:path";
import { printHelp } from "./help.mjs";
import { checks as lintChecks } from "./lint.mjs";
import { installAll, node, root, run, runTogether } from "./prepare.mjs";
import { checks as typeChecks } from "./types.mjs";

printHelp(`Usage: npm test [-- PATH … [OPTION …]]

Runs the type checks, the linter and every test; with paths, only the tests in these files and folders.

  -t <pattern>  only tests whose names match; other options are those of jest`);

if (Number(process.versions.node.split(".")[0]) < 24) {
  // Reruns itself on the Node that Atrium is tested with, which is among the packages.
  installAll();
  run(node(), [join(root, "scripts", "test.mjs"), ...process.argv.slice(2)]);
  process.exit(0);
}

const paths = process.argv.slice(2);
if (paths.length === 0) {
  installAll();
  await runTogether([...typeChecks, ...lintChecks]);
}
run(node(), [join(root, "node_modules", "jest", "bin", "jest.js"), ...paths]);
