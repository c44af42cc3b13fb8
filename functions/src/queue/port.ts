import type { Log } from "#platform/log";
import type { Store, Transaction, Value } from "#store/port";

/** What a job is told: ids, paths and times, as JSON. Its declaration says which. */
export type Payload = { [key: string]: Value };

/** Long work that was promised: which job, and the ids that it needs. */
export interface Task {
  /**
   * Same id, same task: adding it while it waits moves its due time, adding it while it runs makes it run once more after
   * that. A job may so put itself off: it adds its own id with a later due time.
   */
  id: string;
  job: string;
  payload: Payload;
  /** When it may begin, in ms since 1970. Default: now. */
  dueAt?: number;
}

/** What a run may know of its task besides the payload. */
export interface Run {
  id: string;
  /** Counts from 1; a run that was cut off by a crash counts too. */
  attempt: number;
}

/** What the queue itself needs of the context that it hands to jobs. */
export interface QueueContext {
  store: Store;
  log: Log;
  /** Milliseconds since 1970. */
  now(): number;
}

/** How a job that throws is tried again: each pause twice the one before it, within a quarter more or less. */
export interface Retry {
  /** Runs at most; then the task is parked as failed. `Infinity`: until it succeeds. */
  attempts: number;
  /** First pause in ms. */
  minBackoff: number;
  /** Longest pause in ms, before the jitter. */
  maxBackoff: number;
}

/** How the tasks of a job are run. */
export interface JobSettings {
  /** Lower-case letters, digits and hyphens. */
  name: string;
  retry: Retry;
  /** Tasks of this job that run at once, at most. */
  concurrency: number;
  /** Tasks of this job that begin in any one second, at most; below 1: one in so many seconds. Default: no bound. */
  rate?: number;
  /** Whoever starts a task of this job goes on at once. Default: they wait for it for a while. */
  background?: boolean;
  /**
   * The run deletes its task in the transaction that does the last of its work, and may run beside itself: where the task is
   * started by whoever has added it, it runs without a lease.
   */
  endsItself?: boolean;
}

/** A kind of task, as the queue works with it. */
export interface RunnableJob extends JobSettings {
  /**
   * Does the work. Returning means done or hopeless, throwing means: try again later. A job may ask for more of the context
   * than the queue knows of: the host that makes the queue gives it the whole one.
   */
  run(context: QueueContext, payload: Payload, run: Run): Promise<void>;
}

/**
 * The task queue. A task is stored with its cause and runs at least once, after a crash too, in no promised order; jobs are
 * idempotent. What every adapter guarantees is stated in one contract suite (`functions/testing/suites/queue/contract.ts`).
 */
export interface Queue<T extends Task = Task> {
  /** Adds the task in the transaction of its cause. Adding a parked task again revives it. */
  add(tx: Transaction, task: T): void;
  /**
   * Starts what the committed transaction has added, or tells those who work the queue when it is due. Resolves when the
   * task is done or, where it takes longer than a caller should wait or runs elsewhere, before that. Never rejects because
   * of the task.
   */
  start(task: T): Promise<void>;
  /** Resolves when all work is done that this process has begun or, where it works the queue itself, that is due now. */
  drain(): Promise<void>;
}
