import { diskFreeBytes, type FreeBytes, LEAST_FREE } from "../data/free-space.ts";
import type { Finding } from "./check.ts";

const MIB = 1024 * 1024;

/** A warning if the disk of the data folder is almost full, so that a server on it is not ready; otherwise nothing. */
export async function checkDisk(folder: string, freeBytes: FreeBytes = diskFreeBytes): Promise<Finding[]> {
  const free = await freeBytes(folder);
  if (free >= LEAST_FREE) return [];
  const detail = `${Math.floor(free / MIB)} MiB are free, and a server needs ${LEAST_FREE / MIB} MiB. Make room.`;
  return [{ check: "disk", status: "warning", detail }];
}
