import { EmulatorsError } from "./error.ts";
import { openFirestoreEmulator } from "./firestore-emulator.ts";
import { writeExport } from "./world-export.ts";

try {
  // An emulator of its own: one that runs may hold other data.
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
