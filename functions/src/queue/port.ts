import type { Log } from "#platform/observability/log";
import type { Store, Transaction, Value } from "#store/port";

/** Input of a job: ids, paths and times, as JSON. The declaration of the job gives its shape. */
export type Payload = { [key: string]: Value };

/** A stored promise to run a job. */
export interface Task {
  /**
   * Identifies the task: adding the same id while it waits moves its due time; adding it while it runs makes it run once
   * more afterwards. A job postpones itself by adding its own id with a later due time.
   */
  id: string;
  job: string;
  payload: Payload;
  /** When it may start, in ms since 1970. Default: now. */
  dueAt?: number;
}

/** What a run knows about its task besides the payload. */
export interface Run {
  id: string;
  /** Number of the attempt, from 1; a run cut off by a crash counts. */
  attempt: number;
  /**
   * Whether the run should stop and leave the rest to the next one: its process is soon ended, or its place is wanted for
   * other tasks of the job. Default: never.
   */
  isOver?(): boolean;
}

/** The part of the context that the queue itself uses; it passes the whole context to jobs. */
export interface QueueContext {
  store: Store;
  log: Log;
  /** Milliseconds since 1970. */
  now(): number;
}

/** Retry policy of a job that throws: exponential backoff, doubled each time, with a jitter of a quarter. */
export interface Retry {
  /** Maximum number of runs; after the last the task is parked as failed. `Infinity`: until it succeeds. */
  attempts: number;
  /** First pause in ms. */
  minBackoff: number;
  /** Longest pause in ms, before the jitter. */
  maxBackoff: number;
}

/** Settings for running the tasks of a job. */
export interface JobSettings {
  /** Lower-case letters, digits and hyphens. */
  name: string;
  retry: Retry;
  /** Maximum number of tasks of this job that run at once. */
  concurrency: number;
  /** Maximum number of tasks of this job that start in any second; 0.25 means one in four seconds. Default: no limit. */
  rate?: number;
  /**
   * Number of Cloud Tasks queues that share its tasks, each with these limits: one starts at most 500 tasks a second.
   * Default: 1.
   */
  queues?: number;
  /** Whether `start` returns without waiting for a task of this job. Default: it waits for a while. */
  background?: boolean;
  /**
   * Whether the run deletes its own task in its last transaction, and tolerates running twice at once: a task that is
   * started by the process that added it then runs without a lease.
   */
  endsItself?: boolean;
}

/** A job in the form that the queue runs. */
export interface RunnableJob extends JobSettings {
  /**
   * Does the work. It returns when the work is done or can never succeed, and throws to be retried. A job may use more of
   * the context than the queue knows of: the host creates the queue with the whole context.
   */
  run(context: QueueContext, payload: Payload, run: Run): Promise<void>;
}

/**
 * The task queue. A task is stored with its cause and runs at least once, even after a crash, in no guaranteed order;
 * jobs are idempotent. What every adapter guarantees is stated in one contract suite
 * (`functions/testing/suites/queue/contract.ts`).
 */
export interface Queue<T extends Task = Task> {
  /** Stores the task in the transaction of its cause. Adding a parked task again revives it. */
  add(tx: Transaction, task: T): void;
  /**
   * Starts a task after the commit of its transaction, or schedules it for its due time. Resolves when the task is done, or
   * earlier when it takes longer than a caller should wait or runs elsewhere. A failing task does not reject the promise.
   */
  start(task: T): Promise<void>;
  /**
   * Resolves when all tasks that this process has started have ended, and, if it polls the queue, all that are due now.
   */
  drain(): Promise<void>;
}
