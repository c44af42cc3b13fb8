import cluster, { type Worker } from "node:cluster";
import { randomUUID } from "node:crypto";
import type { Figures } from "./process-metrics.ts";

/** How long a worker may take to tell its figures, in ms; one that is stuck is left out of the sum. */
const LONGEST_WAIT = 2000;

/** What workers and the primary send each other. `id` names the scrape. */
type Message =
  /** A worker that is scraped, to the primary; the primary, to all others. */
  | { figures: "asked"; id: string }
  /** A worker that was asked, to the primary. */
  | { figures: "told"; id: string; families: Figures[] }
  /** The primary, to the one that is scraped. */
  | { figures: "gathered"; id: string; workers: Figures[][] };

/** In the primary: passes the question of a worker on to all others, and their answers back. */
export function relayFigures(): void {
  const scrapes = new Map<string, { pending: Set<Worker>; workers: Figures[][]; finish(): void }>();
  cluster.on("exit", (gone) => {
    for (const { pending, finish } of scrapes.values()) if (pending.delete(gone) && pending.size === 0) finish();
  });
  cluster.on("message", (from: Worker, message: Message) => {
    if (message.figures === "asked") {
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
    } else if (message.figures === "told") {
      const scrape = scrapes.get(message.id);
      if (!scrape?.pending.delete(from)) return;
      scrape.workers.push(message.families);
      if (scrape.pending.size === 0) scrape.finish();
    }
  });
}

/** @returns whether the worker could be reached. */
function send(worker: Worker, message: Message): boolean {
  // A channel that closes in this moment tells it to the callback alone.
  return worker.isConnected() && worker.send(message, () => undefined);
}

/**
 * In a worker: tells the others its figures when they ask. In a server of one process there is nobody to ask.
 * @param own reads the figures of this process.
 * @returns asks for those of all others.
 */
export function joinWorkers(own: () => Promise<Figures[]>): () => Promise<Figures[][]> {
  if (!cluster.isWorker) return async () => [];
  const scrapes = new Map<string, (workers: Figures[][]) => void>();
  process.on("message", async (message: Message) => {
    if (message.figures === "gathered") scrapes.get(message.id)?.(message.workers);
    else if (message.figures === "asked")
      tell({ figures: "told", id: message.id, families: await own().catch(() => []) });
  });
  return () => {
    const id = randomUUID();
    return new Promise((resolve) => {
      // The primary answers in time unless it is gone.
      const timer = setTimeout(() => finish([]), LONGEST_WAIT * 2).unref();
      const finish = (workers: Figures[][]) => {
        clearTimeout(timer);
        scrapes.delete(id);
        resolve(workers);
      };
      scrapes.set(id, finish);
      tell({ figures: "asked", id });
    });
  };
}

function tell(message: Message): void {
  process.send?.(message, undefined, undefined, () => undefined);
}
