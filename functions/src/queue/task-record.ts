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
  /** Due time given when it was added. A claim removes it: if it is present during a run, the task was added again. */
  dueAt?: number;
  /** When it may be claimed: at its due time, or when a pause or a lease ends. Missing while it is parked. */
  nextAt?: number;
  /** Token of the lease, and when the lease ends: no other worker takes the task before then. */
  lease?: string;
  leasedUntil?: number;
  /** Number of started runs. Default: 0. */
  attempts?: number;
  /** Error text of the last run. */
  lastError?: string;
  /** When it was parked after its last attempt. */
  failedAt?: number;
  /**
   * When a sweep regards it as lost, and its shard. They are indexed together: indexed alone, the rising time would
   * make all tasks hit one end of the index. Set only with Cloud Tasks, whose workers do not poll this collection.
   */
  lostAt?: number;
  shard?: number;
  /** What earlier versions stored instead of `lostAt` and `shard`. */
  sweepAt?: number;
  /** How often a sweep has created it again. */
  sweeps?: number;
}

/** Maps a task id to a number from 0 to `count` - 1, always the same one. */
export function spread(id: string, count: number): number {
  return count === 1 ? 0 : hash("sha256", id, "buffer").readUInt16BE() % count;
}

/** The API key that a task works for; undefined if it works for none. */
export function apiKeyOf({ payload }: Pick<Task, "payload">): string | undefined {
  return typeof payload.apiKeyId === "string" ? payload.apiKeyId : undefined;
}

/** Path of the document of a task. */
export function taskPath(id: string): string {
  return toPath(TASKS, id);
}

/** The fields that adding a task writes, to be merged so that an existing lease is kept. @param now ms since 1970. */
export function newTask({ job, payload, dueAt }: Task, now: number) {
  return { job, payload, dueAt: dueAt ?? now, nextAt: dueAt ?? now } satisfies StoredTask;
}

/**
 * Whether adding a task would make it run earlier. For jobs that check for remaining work in their last transaction: a
 * running task need not be added again unless it was postponed meanwhile.
 * @param dueAt when it must run at the latest, in ms since 1970; default: now.
 */
export function needsAdding(storedTask: StoredTask | undefined, now: number, dueAt = now): boolean {
  if (storedTask?.nextAt === undefined) return true;
  const isHeld = (storedTask.leasedUntil ?? 0) > now;
  return (isHeld ? (storedTask.dueAt ?? dueAt) : storedTask.nextAt) > dueAt;
}
