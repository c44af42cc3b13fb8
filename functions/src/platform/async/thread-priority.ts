import { readlinkSync } from "node:fs";
import { constants, getPriority, setPriority } from "node:os";
import { basename } from "node:path";

/** As much as the command `nice` lowers a priority by itself. */
const LESS = 10;

/**
 * Makes the calling thread give way to the others of its process where they compete for a processor. Linux alone has a
 * priority for each thread; elsewhere nothing changes.
 */
export function lowerThreadPriority(): void {
  try {
    const thread = Number(basename(readlinkSync("/proc/thread-self")));
    setPriority(thread, Math.min(getPriority(thread) + LESS, constants.priority.PRIORITY_LOW));
  } catch {
    // Not Linux, or not permitted.
  }
}
