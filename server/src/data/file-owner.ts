import { lchownSync } from "node:fs";
import { dirname } from "node:path";
import { statOf } from "./file-identity.ts";

/**
 * Gives a file that root has written the owner and group of the one that it will replace, or of the folder where there is none:
 * the service, which runs as another user, could not read it any more.
 * @param target the path that the file will have.
 */
export function keepOwner(written: string, target: string): void {
  if (process.geteuid?.() !== 0) return;
  // Never through a link that the service's user has put there: root would give that user any file.
  const like = statOf(target) ?? statOf(dirname(target));
  if (like && (like.uid !== 0 || like.gid !== 0)) lchownSync(written, like.uid, like.gid);
}

/** Says who owns a file that this user may not read, and what to run. */
export function describeOwner(file: string): string {
  const own = process.geteuid?.();
  let owner: number | undefined;
  try {
    owner = statOf(file)?.uid;
  } catch {
    // The folder is closed to this user as well.
  }
  if (own === undefined || owner === undefined || owner === own)
    return "Check the permissions of the file and its folder.";
  return `It belongs to user ${owner}, and this is user ${own}. If the service runs as ${own}, run as root: chown ${own} ${file} - or run as user ${owner}.`;
}
