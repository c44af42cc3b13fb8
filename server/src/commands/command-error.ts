/** A mistake of the user, or data that the command can't work with. The message says what to do. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}

/** The error of a command that needs a workspace if there is none. */
export function noWorkspace(): CommandError {
  return new CommandError(
    "There is no workspace yet. Create one with `npx atrium workspace create --email you@example.com`.",
  );
}

/** The error of a command for a workspace that does not exist. */
export function unknownWorkspace(workspaceId: string): CommandError {
  return new CommandError(`There is no workspace ${workspaceId}. \`npx atrium credentials\` lists all of them.`);
}
