import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { root } from "../build-functions/root.ts";
import { EmulatorsError } from "./error.ts";
import { openFirestoreEmulator } from "./firestore-emulator.ts";

/** What opens stores for tests, and tests that use an emulator by themselves: the others do the same without one. */
const sources = [
  "functions/testing/harness/store/test-store.ts",
  "functions/testing/firestore/memory.ts",
  "server/src/commands/options/deployment.test.ts",
  "test/emulators.test.ts",
];

try {
  process.exit(await testOnFirestore(process.argv.slice(2)));
} catch (error) {
  if (!(error instanceof EmulatorsError)) throw error;
  console.error(`atrium: ${error.message}`);
  process.exit(1);
}

/** @returns the exit code of jest. */
async function testOnFirestore(args: string[]): Promise<number> {
  const emulator = await openFirestoreEmulator();
  console.log(`On the Firestore emulator at ${emulator.address}.`);
  try {
    const isChosen = args.some((arg) => !arg.startsWith("-"));
    const files = isChosen ? [] : ["--findRelatedTests", ...sources.map((path) => join(root, path))];
    const jest = spawn(process.execPath, [join(root, "node_modules/jest/bin/jest.js"), ...args, ...files], {
      cwd: root,
      stdio: "inherit",
      env: { ...process.env, FIRESTORE_EMULATOR_HOST: emulator.address, METADATA_SERVER_DETECTION: "none" },
    });
    // When jest has ended, the emulator is stopped.
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => jest.kill("SIGTERM"));
    process.on("disconnect", () => jest.kill("SIGTERM"));
    const [code] = await once(jest, "close");
    return code ?? 1;
  } finally {
    await emulator.stop();
  }
}
