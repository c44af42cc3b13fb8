import cluster from "node:cluster";
import type { Log } from "@atrium/functions/platform/observability/log";

/** Pause between two questions to a worker, in ms. */
const PAUSE = 5000;
/**
 * Questions in a row without an answer after which a worker counts as hung: a minute. Questions are counted and not time, so that a
 * machine that was asleep kills nobody.
 */
const MOST_UNANSWERED = 12;

/** From the primary to a worker, and back as the answer. */
interface Message {
  isThere?: true;
}

/** A worker as the watch needs it. */
export interface Watched {
  /** Of its process. */
  pid: number;
  /** Asks whether its event loop runs. */
  ask(): void;
  kill(): void;
}

/** Kills workers that answer no more: the primary would go on to give them connections, which hang. Who is killed is replaced. */
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

  /** Call it again and again, with the same pause between. */
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
