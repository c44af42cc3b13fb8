/** Ends the process if its standard output can't be written, for example on a full disk. */
export function endWithoutOutput(error: NodeJS.ErrnoException): never {
  // A reader such as `head` may close the pipe early.
  if (error.code === "EPIPE") process.exit(0);
  console.error(`atrium: Standard output can't be written (${error.message}). Redirect it to a disk with free space.`);
  process.exit(1);
}
