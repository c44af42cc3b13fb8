import { InvalidArgumentError } from "commander";

/**
 * Reads a path.
 * @throws InvalidArgumentError if it is empty or only white space: probably a variable in a script was not set.
 */
export function path(text: string): string {
  if (text.trim() === "") throw new InvalidArgumentError("It is empty. Name a file or folder.");
  return text;
}
