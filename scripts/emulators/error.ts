/** Thrown if the emulators can't start; the message says in one line what to do. */
export class EmulatorsError extends Error {
  override readonly name = "EmulatorsError";
}
