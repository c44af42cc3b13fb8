import { toPath } from "#store/paths";
import type { DocData } from "#store/port";
import type { Payload, Task } from "./port.ts";

/** The collection of all tasks, found by `job` and `nextAt`. */
export const TASKS = "tasks";

/** A task in the store. Times are ms since 1970. */
export interface StoredTask extends DocData {
  job: string;
  payload: Payload;
  /** When it was added for; taken away when it is claimed, so that what was added while it runs stands out. */
  dueAt?: number;
  /** When it may be claimed: its due time, the end of a pause or of a lease. Missing while it is parked. */
  nextAt?: number;
  /** Who works on it, until when: nobody else does before. */
  lease?: string;
  leasedUntil?: number;
  /** Runs begun. Missing: none. */
  attempts?: number;
  /** What the last run failed with. */
  lastError?: string;
  /** When it was parked after its last attempt. */
  failedAt?: number;
  /** When the sweeper looks whether it was lost. Only where something else than this collection wakes the tasks. */
  sweepAt?: number;
  /** How often the sweeper has sent it off again. */
  sweeps?: number;
}

/** Where a task is stored. */
export function taskPath(id: string): string {
  return toPath(TASKS, id);
}

/** What adding a task writes. To be merged: a lease on a task of this id stays. */
export function newTask({ job, payload, dueAt }: Task, now: number) {
  return { job, payload, dueAt: dueAt ?? now, nextAt: dueAt ?? now } satisfies StoredTask;
}

/**
 * Whether adding the task, now due, would change when it runs. For jobs that look in their last transaction whether
 * something is left: while one runs, and was not put off meanwhile, it needs no adding.
 */
export function needsAdding(stored: StoredTask | undefined, now: number): boolean {
  if (stored?.nextAt === undefined) return true;
  const isHeld = (stored.leasedUntil ?? 0) > now;
  return (isHeld ? (stored.dueAt ?? now) : stored.nextAt) > now;
}
