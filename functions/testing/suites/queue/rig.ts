import { setTimeout as sleep } from "node:timers/promises";
import type { Queue, QueueContext, RunnableJob, Task } from "#queue/port";
import type { Store } from "#store/port";
import { type Fault, faultyStore } from "#testing/harness/faulty-store";

/** Where the virtual clock starts: 2026-01-05T09:00:00Z. */
const START = Date.UTC(2026, 0, 5, 9);

/** What a test of a queue works with: a store, a clock, a log and nothing else of the service. */
export interface Ground {
  store: Store;
  now(): number;
  /** Moves the clock, in ms. */
  advance(ms: number): void;
  logged: { level: string; fields: Record<string, unknown>; message: string }[];
}

/** A process that works the queue. */
interface Worker {
  queue: Queue;
  /** Does everything that is due now. */
  drain(): Promise<void>;
  /** From now on it is gone: nothing that it begins or has begun reaches the store. */
  crash(): void;
  /** It goes after so many further calls of the store. @returns whether it has gone. */
  crashAfter(calls: number): () => boolean;
}

/** A queue adapter as the contract uses it. */
export interface QueueAdapter {
  openStore(): Promise<Store>;
  /** A process over the ground; all processes over one ground share their tasks. */
  worker(ground: Ground, context: QueueContext, jobs: readonly RunnableJob[]): Promise<AdaptedWorker>;
}

/** A process, its store aside; `crash`: what else its end breaks off. */
export type AdaptedWorker = Pick<Worker, "queue" | "drain"> & Partial<Pick<Worker, "crash">>;

/** A ground with its first worker, which runs `jobs`. */
export interface Rig extends Ground, Worker {
  /** Another process over the same ground. */
  another(): Promise<Worker>;
  /** Adds the task in a transaction of its own and starts it. */
  promise(task: Task): Promise<void>;
  /** Adds only, as a process does that ends before it could start the task. */
  add(...tasks: Task[]): Promise<void>;
  /** Tasks that are stored, parked ones too. */
  stored(): Promise<number>;
}

/** Makes a ground over the store. */
export function groundOf(store: Store): Ground {
  let now = START;
  const advance = (ms: number) => {
    now += ms;
  };
  return { store, now: () => now, advance, logged: [] };
}

/** What jobs on the ground are given. Only store, clock and log are there. */
export function contextOf({ now, logged }: Ground, store: Store): QueueContext {
  const note = (level: string) => (fields: object, message: string) =>
    void logged.push({ level, fields: { ...fields }, message });
  return { store, now, log: { info: note("info"), warn: note("warn"), error: note("error") } };
}

/** Makes a rig whose workers run the jobs. */
export async function openRig(adapter: QueueAdapter, jobs: readonly RunnableJob[]): Promise<Rig> {
  const ground = groundOf(await adapter.openStore());
  const another = async (): Promise<Worker> => {
    const fault: Fault = { left: Number.POSITIVE_INFINITY };
    const context = contextOf(ground, faultyStore(ground.store, fault));
    const worker = await adapter.worker(ground, context, jobs);
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
    ground.store.transact(async (tx) => {
      for (const task of tasks) first.queue.add(tx, task);
    });
  return {
    ...ground,
    ...first,
    another,
    add,
    promise: async (task) => {
      await add(task);
      await first.queue.start(task);
    },
    stored: () => ground.store.count({ collection: "tasks" }),
  };
}

/** A job for tests: tried until it succeeds, a second apart at first, ten at once. */
export function job(name: string, run: RunnableJob["run"], settings: Partial<RunnableJob> = {}): RunnableJob {
  const retry = { attempts: Number.POSITIVE_INFINITY, minBackoff: 1000, maxBackoff: 60_000 };
  return { name, run, retry, concurrency: 10, ...settings };
}

/** A gate that runs wait at, and how many do. */
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

/** Waits until the condition holds. @throws when it does not for long. */
export async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; !holds(); tries++) {
    if (tries > 10_000) throw new Error("it never came to that");
    await sleep(1);
  }
}
