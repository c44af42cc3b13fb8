import { diskFreeBytes, type FreeBytes, LEAST_FREE } from "../data/free-space.ts";
import { describeSharedDisk } from "../health/shared-disk.ts";
import type { Finding } from "./check.ts";

const MIB = 1024 * 1024;

/** Warnings if the disk of the data folder is so full that a server on it is not ready, or if it is no local disk. */
export async function checkDisk(folder: string, freeBytes: FreeBytes = diskFreeBytes): Promise<Finding[]> {
  const free = await freeBytes(folder);
  const full = `${Math.floor(free / MIB)} MiB are free, and a server needs ${LEAST_FREE / MIB} MiB. Make room.`;
  const details = [free < LEAST_FREE ? full : undefined, describeSharedDisk(folder)];
  return details.flatMap((detail) => (detail === undefined ? [] : [{ check: "disk", status: "warning", detail }]));
}
