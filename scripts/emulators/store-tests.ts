import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { root } from "../build-functions/root.ts";
import { EmulatorsError } from "./error.ts";
import { VERSION } from "./firebase-tools.ts";
import { openFirestoreEmulator } from "./firestore-emulator.ts";

/** Sources that open stores for tests, and tests that use an emulator directly. Others run the same without one. */
const sources = [
  "functions/testing/harness/store/test-store.ts",
  "functions/testing/firestore/memory.ts",
  "server/src/commands/options/deployment.test.ts",
  "test/emulators.test.ts",
];

const help = `Usage: npm run test:firestore -- [paths] [options of jest]

Runs the tests that use a store on a Firestore emulator. It starts one on a free port (Java is needed) and stops it afterwards.

Arguments:
  PATH              run only these test files
  --shard=1/4       run one of four parts, one after another or each on its own machine
  -t <words>        run the tests whose names contain these words
  --help            show this
  Jest's other options work too: npx jest --help

Variables:
  FIRESTORE_EMULATOR_HOST         host:port of a running emulator to use instead of starting one
  FIRESTORE_EMULATOR_BINARY_PATH  jar of the emulator to start. Without it the jar is the newest that
                                  \`npx firebase-tools@${VERSION} setup:emulators:firestore\` has fetched, below
                                  FIREBASE_EMULATORS_PATH or ~/.cache/firebase/emulators, or the one of Google's packages
  TEST_TRIES                      multiplies random cases (default: 0.1, since an emulator is slow)

Example:
  $ npm run test:firestore -- functions/src/api/v2/users/add.test.ts`;

const args = process.argv.slice(2);
if (args.some((arg) => arg === "--help" || arg === "-h")) {
  console.log(help);
  process.exit();
}

try {
  process.exit(await testOnFirestore(args));
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
    // Only jest is signalled; the emulator is stopped once jest has ended.
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => jest.kill("SIGTERM"));
    process.on("disconnect", () => jest.kill("SIGTERM"));
    const [code] = await once(jest, "close");
    return code ?? 1;
  } finally {
    await emulator.stop();
  }
}
