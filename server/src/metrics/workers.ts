import cluster, { type Worker } from "node:cluster";
import { randomUUID } from "node:crypto";
import { LastCounts } from "./last-counts.ts";
import type { Figures } from "./process-metrics.ts";

/** Time limit for a worker's metrics, in ms; of a stuck worker the sum has only its last counts. */
const LONGEST_WAIT = 2000;

/** Messages between workers and the primary. `id` identifies the scrape. */
type Message =
  /** From the scraped worker to the primary, with its own metrics. */
  | { figures: "scrape"; id: string; families: Figures[] }
  /** Request: from the primary to all others. */
  | { figures: "request"; id: string }
  /** Reply: from a worker to the primary. */
  | { figures: "reply"; id: string; families: Figures[] }
  /** Collected replies: from the primary to the scraped worker. */
  | { figures: "gathered"; id: string; workers: Figures[][] };

/** A scrape that the primary collects replies for. */
interface Scrape {
  /** Workers that have not replied. */
  pending: Set<Worker>;
  workers: Figures[][];
  finish(): void;
}

/**
 * In the primary: forwards a worker's request to all other workers, and their replies back. Workers that have ended or do
 * not answer in time count with their last counts.
 */
export function relayFigures(): void {
  const scrapes = new Map<string, Scrape>();
  const counts = new LastCounts();
  cluster.on("exit", (gone) => {
    for (const { pending, workers, finish } of scrapes.values())
      if (pending.delete(gone)) {
        workers.push(counts.of(gone.id));
        if (pending.size === 0) finish();
      }
    counts.end(gone.id);
  });
  cluster.on("message", (from: Worker, message: Message) => {
    if (message.figures === "scrape") {
      if (from.isDead()) return;
      counts.keep(from.id, message.families);
      startScrape(from, message.id);
    } else if (message.figures === "reply") {
      const scrape = scrapes.get(message.id);
      if (!scrape?.pending.delete(from)) return;
      counts.keep(from.id, message.families);
      scrape.workers.push(message.families);
      if (scrape.pending.size === 0) scrape.finish();
    }
  });

  const startScrape = (from: Worker, id: string) => {
    const others = Object.values(cluster.workers ?? {}).filter((one) => one !== undefined && one !== from) as Worker[];
    const pending = new Set(others.filter((one) => send(one, { figures: "request", id })));
    const unreachable = others.filter((one) => !pending.has(one));
    // A worker that ends from now on is in this list by its reply or its last counts.
    const workers = [counts.ofEnded, ...unreachable.map((one) => counts.of(one.id))];
    const finish = () => {
      clearTimeout(timer);
      scrapes.delete(id);
      for (const one of pending) workers.push(counts.of(one.id));
      send(from, { figures: "gathered", id, workers });
    };
    const timer = setTimeout(finish, LONGEST_WAIT);
    scrapes.set(id, { pending, workers, finish });
    if (pending.size === 0) finish();
  };
}

/** @returns whether the worker could be reached. */
function send(worker: Worker, message: Message): boolean {
  // On a channel that is closing, the error is only reported to the callback.
  return worker.isConnected() && worker.send(message, () => undefined);
}

/**
 * In a worker: sends its metrics on request. A server of one process has no other workers.
 * @param own reads the metrics of this process.
 * @returns a function that takes the metrics of this process and requests those of all other workers.
 */
export function joinWorkers(own: () => Promise<Figures[]>): (families: Figures[]) => Promise<Figures[][]> {
  if (!cluster.isWorker) return async () => [];
  const scrapes = new Map<string, (workers: Figures[][]) => void>();
  process.on("message", async (message: Message) => {
    if (message.figures === "gathered") scrapes.get(message.id)?.(message.workers);
    else if (message.figures === "request")
      sendToMain({ figures: "reply", id: message.id, families: await own().catch(() => []) });
  });
  return (families) => {
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
      sendToMain({ figures: "scrape", id, families });
    });
  };
}

function sendToMain(message: Message): void {
  process.send?.(message, undefined, undefined, () => undefined);
}
