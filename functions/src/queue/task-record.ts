import { hash } from "node:crypto";
import { toPath } from "#store/paths";
import type { DocData } from "#store/port";
import type { Payload, Task } from "./port.ts";

/** The collection of all tasks, queried by `job` and `nextAt`. */
export const TASKS = "tasks";

/** Stored form of a task. Times are in ms since 1970. */
export interface StoredTask extends DocData {
  job: string;
  payload: Payload;
  /** Due time given when it was added. A claim removes it, so that its presence shows an addition during the run. */
  dueAt?: number;
  /** When it may be claimed: at its due time, or when a pause or a lease ends. Missing while it is parked. */
  nextAt?: number;
  /** Token of the lease, and when the lease ends: no other worker takes the task before. */
  lease?: string;
  leasedUntil?: number;
  /** Number of started runs. Default: 0. */
  attempts?: number;
  /** Error text of the last run. */
  lastError?: string;
  /** When it was parked after its last attempt. */
  failedAt?: number;
  /**
   * When a sweep regards it as lost, and one of a few numbers: together they are indexed, since the time alone would rise for
   * all tasks of the installation. Only with Cloud Tasks, where workers do not poll this collection.
   */
  lostAt?: number;
  shard?: number;
  /** `lostAt` of an earlier version, without a shard. */
  sweepAt?: number;
  /** How often a sweep has created it again. */
  sweeps?: number;
}

/** One of `count` numbers for a task, from 0 on: the same one whoever asks. */
export function spread(id: string, count: number): number {
  return count === 1 ? 0 : hash("sha256", id, "buffer").readUInt16BE() % count;
}

/** Path of the document of a task. */
export function taskPath(id: string): string {
  return toPath(TASKS, id);
}

/** The fields that adding a task writes, to be merged so that an existing lease stays. @param now ms since 1970. */
export function newTask({ job, payload, dueAt }: Task, now: number) {
  return { job, payload, dueAt: dueAt ?? now, nextAt: dueAt ?? now } satisfies StoredTask;
}

/**
 * Whether adding a task would make it run earlier. For jobs that check in their last transaction for remaining work: a running
 * task need not be added again unless it was postponed meanwhile.
 * @param dueAt when it shall run at the latest, in ms since 1970; default: now.
 */
export function needsAdding(stored: StoredTask | undefined, now: number, dueAt = now): boolean {
  if (stored?.nextAt === undefined) return true;
  const isHeld = (stored.leasedUntil ?? 0) > now;
  return (isHeld ? (stored.dueAt ?? dueAt) : stored.nextAt) > dueAt;
}
