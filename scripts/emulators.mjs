// `npm run emulators`: the functions in the Firebase emulator suite, until it is stopped. `--help` says more.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { whenParentEnds } from "./end-with.mjs";
import { install, node, root } from "./prepare.mjs";

install();
const suite = spawn(node(), [join(root, "scripts", "emulators", "main.ts"), ...process.argv.slice(2)], {
  // The closing IPC channel tells the child that this process has ended.
  stdio: ["inherit", "inherit", "inherit", "ipc"],
});
// A terminal sends Ctrl-C to both; any other signal reaches only this process and is forwarded.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => suite.kill(signal));
// Signals only once: repeated signals would force the suite to end before its data is saved.
whenParentEnds(() => suite.kill("SIGTERM"));
suite.on("exit", (code) => process.exit(code ?? 1));
