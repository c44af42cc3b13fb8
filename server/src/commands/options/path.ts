import { InvalidArgumentError } from "commander";

/** Reads a path. @throws InvalidArgumentError when it is empty or white space alone: a variable in a script was probably not set. */
export function path(text: string): string {
  if (text.trim() === "") throw new InvalidArgumentError("It is empty. Name a file or folder.");
  return text;
}
