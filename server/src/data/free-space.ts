import { statSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { freeBytesOf, sizeWithLog } from "@atrium/functions/store/sqlite/file-size";
import { CommandError } from "../commands/command-error.ts";

/** Free space below which the server is not ready, in bytes: a checkpoint of the data file needs room. */
export const LEAST_FREE = 64 * 1024 * 1024;
const MB = 1e6;
/** Bytes written between two checks of the free space. */
const LOOK = 8 * 1024 * 1024;

/** Free bytes on the disk of a folder. */
export type FreeBytes = (folder: string) => Promise<number>;

/** Asks the file system. */
export async function diskFreeBytes(folder: string): Promise<number> {
  return freeBytesOf(await statfs(folder));
}

/**
 * Requires enough room for a copy of a data file, so that the server can go on writing beside it.
 * @throws CommandError with the numbers.
 */
export async function requireDiskSpace(dataFile: string, folder: string, freeBytes: FreeBytes): Promise<void> {
  const needed = sizeWithLog(dataFile) + LEAST_FREE;
  const free = await freeBytes(folder);
  if (free < needed) throw tooLittle(folder, free, needed);
}

/** Passes bytes on while the disk has the room that the server needs. @throws CommandError with the numbers. */
export async function* whileDiskHasRoom(
  content: AsyncIterable<Buffer>,
  folder: string,
  freeBytes: FreeBytes,
): AsyncGenerator<Buffer> {
  let unseen = LOOK;
  for await (const chunk of content) {
    unseen += chunk.length;
    if (unseen >= LOOK) {
      unseen = 0;
      const free = await freeBytes(folder);
      if (free < LEAST_FREE) throw tooLittle(folder, free, LEAST_FREE);
    }
    yield chunk;
  }
}

/** Whether two folders are on one disk. */
export function shareDisk(one: string, other: string): boolean {
  return statSync(one).dev === statSync(other).dev;
}

function tooLittle(folder: string, free: number, needed: number): CommandError {
  return new CommandError(
    `${folder} has ${Math.floor(free / MB)} MB free, and a backup needs ${Math.ceil(needed / MB)} MB there, so that the server can go on writing. Make room and try again; nothing was changed.`,
  );
}
