/** A mistake of the user, or data that the command can't work with. The message says what to do. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}
