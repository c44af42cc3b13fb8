import { lchownSync } from "node:fs";
import { dirname } from "node:path";
import { inShell } from "../commands/output/in-shell.ts";
import { statOf } from "./file-identity.ts";

/**
 * Gives a file written by root the owner and group of the file that it will replace, or of the folder if there is none.
 * Otherwise the service, which runs as another user, could not read it any more.
 * @param target the final path of the file.
 */
export function keepOwner(file: string, target: string): void {
  if (process.geteuid?.() !== 0) return;
  // Does not follow links, which the service's user may have placed: root would give that user any file.
  const like = statOf(target) ?? statOf(dirname(target));
  if (like && (like.uid !== 0 || like.gid !== 0)) lchownSync(file, like.uid, like.gid);
}

/** Describes who owns a file that this user may not read, and what to run. */
export function describeOwner(file: string): string {
  const own = process.geteuid?.();
  let owner: number | undefined;
  try {
    owner = statOf(file)?.uid;
  } catch {
    // This user can't read the folder either.
  }
  if (own === undefined || owner === undefined || owner === own)
    return "Check the permissions of the file and its folder.";
  return `It belongs to user ${owner}, and this is user ${own}. If the service runs as ${own}, run as root: chown ${own} ${inShell(file)} - or run as user ${owner}.`;
}
