import cluster from "node:cluster";
import type { Log } from "@atrium/functions/platform/observability/log";

/** Pause between two questions to a worker, in ms. */
const PAUSE = 5000;
/**
 * Number of unanswered questions in a row after which a worker counts as hung: a minute. Questions are counted instead
 * of time, so that no worker is killed after the machine was asleep.
 */
const MOST_UNANSWERED = 12;

/** A question from the primary to a worker, and the worker's answer. */
interface Message {
  isThere?: true;
}

/** A worker, as far as the watch needs it. */
export interface Watched {
  /** The id of its process. */
  pid: number;
  /** Asks whether its event loop runs. */
  ask(): void;
  kill(): void;
}

/**
 * Kills workers that no longer answer: the primary would keep giving them connections, which would hang. A killed worker
 * is replaced.
 */
export class WorkerWatch {
  readonly #log: Pick<Log, "error">;
  readonly #watched = new Map<number, { worker: Watched; unanswered: number }>();

  constructor(log: Pick<Log, "error">) {
    this.#log = log;
  }

  add(worker: Watched): void {
    this.#watched.set(worker.pid, { worker, unanswered: 0 });
  }

  answered(pid: number): void {
    const entry = this.#watched.get(pid);
    if (entry) entry.unanswered = 0;
  }

  remove(pid: number): void {
    this.#watched.delete(pid);
  }

  /** Call it repeatedly, with the same pause each time. */
  askAll(): void {
    for (const [pid, entry] of this.#watched) {
      if (entry.unanswered++ < MOST_UNANSWERED) {
        entry.worker.ask();
        continue;
      }
      this.remove(pid);
      this.#log.error({ pid }, `a worker has not answered for ${(MOST_UNANSWERED * PAUSE) / 1000} s and is killed`);
      entry.worker.kill();
    }
  }
}

/** In the primary: watches the workers that serve. */
export function watchWorkers(log: Pick<Log, "error">): void {
  const watch = new WorkerWatch(log);
  const question: Message = { isThere: true };
  cluster.on("listening", (worker) => {
    const { pid } = worker.process;
    if (pid === undefined) return;
    const ask = () => void (worker.isConnected() && worker.send(question, () => undefined));
    watch.add({ pid, ask, kill: () => worker.process.kill("SIGKILL") });
  });
  cluster.on("message", ({ process: { pid = 0 } }, { isThere }: Message) => {
    if (isThere) watch.answered(pid);
  });
  cluster.on("exit", ({ process: { pid = 0 } }) => watch.remove(pid));
  setInterval(() => watch.askAll(), PAUSE).unref();
}

/** In a worker: answers the primary. */
export function answerWatch(): void {
  process.on("message", ({ isThere }: Message) => {
    if (isThere) process.send?.({ isThere } satisfies Message, undefined, undefined, () => undefined);
  });
}
