import { EmulatorsError } from "./error.ts";
import { openFirestoreEmulator } from "./firestore-emulator.ts";
import { writeExport } from "./world-export.ts";

const help = `Usage: npm run gen:emulator-data

Writes the demo world of emulator-data/world.jsonl as an export of the Firestore emulator beside it, for
\`emulators:start --import emulator-data\`. It starts an emulator of its own on a free port (Java is needed) and stops it afterwards.

Variables:
  FIRESTORE_EMULATOR_BINARY_PATH  jar of the emulator. Without it the jar is the one that
                                  \`npm run test:firestore -- --help\` names`;

if (process.argv.slice(2).some((arg) => arg === "--help" || arg === "-h")) {
  console.log(help);
  process.exit();
}

try {
  // Starts a separate emulator, because a running one may contain other data.
  const emulator = await openFirestoreEmulator({ ...process.env, FIRESTORE_EMULATOR_HOST: "" });
  try {
    await writeExport(emulator.address);
  } finally {
    await emulator.stop();
  }
  console.log("wrote emulator-data");
} catch (error) {
  if (!(error instanceof EmulatorsError)) throw error;
  console.error(`atrium: ${error.message}`);
  process.exitCode = 1;
}
