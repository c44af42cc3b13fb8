/** A mistake of the user, or data that the command can't work with. The message says what to do. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}

/** What a command that needs a workspace says where there is none. */
export function noWorkspace(): CommandError {
  return new CommandError(
    "There is no workspace yet. Make one with `npx atrium workspace create --email you@example.com`.",
  );
}

/** What a command says of a workspace that is not there. */
export function unknownWorkspace(workspaceId: string): CommandError {
  return new CommandError(`There is no workspace ${workspaceId}. \`npx atrium credentials\` lists all of them.`);
}
