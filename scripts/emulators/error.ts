/** Why the emulators can't start; the message is one line that says what to do. */
export class EmulatorsError extends Error {
  override readonly name = "EmulatorsError";
}
