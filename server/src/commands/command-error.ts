/** The user's mistake, or a state of the data that the command can't work with. The message says what to do. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}
