import { setTimeout as sleep } from "node:timers/promises";
import type { Queue, QueueContext, RunnableJob, Task } from "#queue/port";
import type { Store } from "#store/port";
import { type Fault, faultyStore } from "#testing/harness/store/faulty-store";

/** Start of the virtual clock: 2026-01-05T09:00:00Z. */
const START = Date.UTC(2026, 0, 5, 9);

/** Environment of a queue test: a store, a clock and a log, without the rest of the service. */
export interface QueueEnvironment {
  store: Store;
  now(): number;
  /** Moves the clock, in ms. */
  advance(ms: number): void;
  logged: { level: string; fields: Record<string, unknown>; message: string }[];
}

/** A process that works on the queue. */
interface Worker {
  queue: Queue;
  /** Runs all tasks that are due now. */
  drain(): Promise<void>;
  /** Kills the process: its running work no longer reaches the store. */
  crash(): void;
  /** Kills it after this many further calls to the store. @returns whether it is dead. */
  crashAfter(calls: number): () => boolean;
}

/** A queue adapter as the contract uses it. */
export interface QueueAdapter {
  openStore(): Promise<Store>;
  /** Starts a process in the environment; all processes of one environment share their tasks. */
  worker(environment: QueueEnvironment, context: QueueContext, jobs: readonly RunnableJob[]): Promise<AdaptedWorker>;
}

/** A process without its store; `crash` stops everything else in it. */
export type AdaptedWorker = Pick<Worker, "queue" | "drain"> & Partial<Pick<Worker, "crash">>;

/** An environment with its first worker, which runs `jobs`. */
export interface Rig extends QueueEnvironment, Worker {
  /** Starts another process in the same environment. */
  another(): Promise<Worker>;
  /** Adds the task in a transaction of its own and starts it. */
  promise(task: Task): Promise<void>;
  /** Adds tasks without starting them, like a process that dies before it can. */
  add(...tasks: Task[]): Promise<void>;
  /** Number of stored tasks, including parked ones. */
  stored(): Promise<number>;
}

/** Creates an environment over the store. */
export function openEnvironment(store: Store): QueueEnvironment {
  let now = START;
  const advance = (ms: number) => {
    now += ms;
  };
  return { store, now: () => now, advance, logged: [] };
}

/** Context of jobs in the environment: only a store, a clock and a log. */
export function contextOf({ now, logged }: QueueEnvironment, store: Store): QueueContext {
  const note = (level: string) => (fields: object, message: string) =>
    void logged.push({ level, fields: { ...fields }, message });
  return { store, now, log: { info: note("info"), warn: note("warn"), error: note("error") } };
}

/** Creates a rig whose workers run the jobs. */
export async function openRig(adapter: QueueAdapter, jobs: readonly RunnableJob[]): Promise<Rig> {
  const environment = openEnvironment(await adapter.openStore());
  const another = async (): Promise<Worker> => {
    const fault: Fault = { left: Number.POSITIVE_INFINITY };
    const context = contextOf(environment, faultyStore(environment.store, fault));
    const worker = await adapter.worker(environment, context, jobs);
    const crash = () => {
      fault.left = 0;
      worker.crash?.();
    };
    const crashAfter = (calls: number) => {
      fault.left = calls;
      return () => fault.left < 0;
    };
    return { ...worker, crash, crashAfter };
  };
  const first = await another();
  const add = (...tasks: Task[]) =>
    environment.store.transact(async (tx) => {
      for (const task of tasks) first.queue.add(tx, task);
    });
  return {
    ...environment,
    ...first,
    another,
    add,
    promise: async (task) => {
      await add(task);
      await first.queue.start(task);
    },
    stored: () => environment.store.count({ collection: "tasks" }),
  };
}

/** A job for tests: retried until it succeeds, first after a second, ten at a time. */
export function job(name: string, run: RunnableJob["run"], settings: Partial<RunnableJob> = {}): RunnableJob {
  const retry = { attempts: Number.POSITIVE_INFINITY, minBackoff: 1000, maxBackoff: 60_000 };
  return { name, run, retry, concurrency: 10, ...settings };
}

/** A gate at which runs wait, with the number of waiting runs and its maximum. */
export function gate() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const state = { waiting: 0, most: 0 };
  const pass = async () => {
    state.most = Math.max(state.most, ++state.waiting);
    await promise;
    state.waiting--;
  };
  return { state, pass, open: resolve };
}

/** Waits until the condition is true. @throws if that takes too long. */
export async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; !holds(); tries++) {
    if (tries > 10_000) throw new Error("the condition never became true");
    await sleep(1);
  }
}
