import cluster, { type Worker } from "node:cluster";
import { randomUUID } from "node:crypto";
import type { Figures } from "./process-metrics.ts";

/** Time limit for a worker's metrics, in ms; a stuck worker is omitted from the sum. */
const LONGEST_WAIT = 2000;

/** Messages between workers and the primary. `id` identifies the scrape. */
type Message =
  /** Request: from the scraped worker to the primary, and from the primary to all others. */
  | { figures: "request"; id: string }
  /** Reply: from a worker to the primary. */
  | { figures: "reply"; id: string; families: Figures[] }
  /** Collected replies: from the primary to the scraped worker. */
  | { figures: "gathered"; id: string; workers: Figures[][] };

/** In the primary: forwards a worker's request to all other workers, and their replies back. */
export function relayFigures(): void {
  const scrapes = new Map<string, { pending: Set<Worker>; workers: Figures[][]; finish(): void }>();
  cluster.on("exit", (gone) => {
    for (const { pending, finish } of scrapes.values()) if (pending.delete(gone) && pending.size === 0) finish();
  });
  cluster.on("message", (from: Worker, message: Message) => {
    if (message.figures === "request") {
      const { id } = message;
      const others = Object.values(cluster.workers ?? {}).filter((one) => one !== undefined && one !== from);
      const finish = () => {
        clearTimeout(timer);
        scrapes.delete(id);
        send(from, { figures: "gathered", id, workers });
      };
      const timer = setTimeout(finish, LONGEST_WAIT);
      const workers: Figures[][] = [];
      const pending = new Set(others.filter((one) => send(one as Worker, message)) as Worker[]);
      scrapes.set(id, { pending, workers, finish });
      if (pending.size === 0) finish();
    } else if (message.figures === "reply") {
      const scrape = scrapes.get(message.id);
      if (!scrape?.pending.delete(from)) return;
      scrape.workers.push(message.families);
      if (scrape.pending.size === 0) scrape.finish();
    }
  });
}

/** @returns whether the worker could be reached. */
function send(worker: Worker, message: Message): boolean {
  // On a channel that is closing, the error is only reported to the callback.
  return worker.isConnected() && worker.send(message, () => undefined);
}

/**
 * In a worker: sends its metrics on request. A server of one process has no other workers.
 * @param own reads the metrics of this process.
 * @returns a function that requests the metrics of all other workers.
 */
export function joinWorkers(own: () => Promise<Figures[]>): () => Promise<Figures[][]> {
  if (!cluster.isWorker) return async () => [];
  const scrapes = new Map<string, (workers: Figures[][]) => void>();
  process.on("message", async (message: Message) => {
    if (message.figures === "gathered") scrapes.get(message.id)?.(message.workers);
    else if (message.figures === "request")
      sendToMain({ figures: "reply", id: message.id, families: await own().catch(() => []) });
  });
  return () => {
    const id = randomUUID();
    return new Promise((resolve) => {
      // The primary answers in time unless it has exited.
      const timer = setTimeout(() => finish([]), LONGEST_WAIT * 2).unref();
      const finish = (workers: Figures[][]) => {
        clearTimeout(timer);
        scrapes.delete(id);
        resolve(workers);
      };
      scrapes.set(id, finish);
      sendToMain({ figures: "request", id });
    });
  };
}

function sendToMain(message: Message): void {
  process.send?.(message, undefined, undefined, () => undefined);
}
