import { readlinkSync } from "node:fs";
import { constants, getPriority, setPriority } from "node:os";
import { basename } from "node:path";

/** The amount by which the command `nice` lowers a priority by default. */
const LESS = 10;

/**
 * Makes the calling thread yield to the other threads of its process when they compete for a processor. Only Linux has
 * priorities per thread; elsewhere nothing changes.
 */
export function lowerThreadPriority(): void {
  try {
    const thread = Number(basename(readlinkSync("/proc/thread-self")));
    setPriority(thread, Math.min(getPriority(thread) + LESS, constants.priority.PRIORITY_LOW));
  } catch {
    // Not Linux, or not permitted.
  }
}
