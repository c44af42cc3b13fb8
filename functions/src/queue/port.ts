import type { Transaction } from "#store/port";

/** Long work that was promised: which job, and the ids that it needs. */
export interface Task {
  /** Same id, same task: adding it twice runs it once. */
  id: string;
  job: string;
  payload: { [key: string]: string | string[] };
}

/** The task queue. A task is stored with its cause and runs at least once, after a restart too; jobs are idempotent. */
export interface Queue {
  /** Adds the task in the transaction of its cause. */
  add(tx: Transaction, task: Task): void;
  /**
   * Starts what the committed transaction has added. Resolves when it is done or, where it takes longer than a caller
   * should wait or runs elsewhere, before that.
   */
  start(task: Task): Promise<void>;
  /** Resolves when nothing is running or waiting any more. */
  drain(): Promise<void>;
}
