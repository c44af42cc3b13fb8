import cluster, { type Worker } from "node:cluster";
import { randomBase62 } from "@atrium/functions/platform/crypto/base62";
import type { Log } from "@atrium/functions/platform/observability/log";
import type { StoreQueue } from "@atrium/functions/queue/store-queue";

/** From the primary to a worker: the names of workers that have ended. */
interface Message {
  orphanedBy?: readonly string[];
}

/** The variable in which a primary passes its workers the prefix of this start's process names. */
const START = "ATRIUM_START_NAME";

/** Prefix of the names of this start's processes; undefined in a command, which takes over nothing. */
let start = cluster.isWorker ? process.env[START] : undefined;

/**
 * Names this start of the server, before it takes tasks.
 * @returns variables that pass the name to its workers.
 */
export function nameStart(): Record<string, string> {
  start = `${randomBase62()}-`;
  return { [START]: start };
}

/** The name of this process in its leases; undefined in a command. */
export function ownName(): string | undefined {
  return start && nameOf(cluster.worker?.id ?? 0);
}

function nameOf(workerId: number): string {
  return `${start}${workerId}`;
}

/** In the primary: has a serving worker, now or later, take over the tasks of each worker that has ended. */
export function passOnOrphans(): void {
  const serving = new Set<Worker>();
  let orphanedBy: string[] = [];
  const pass = () => {
    const heir = [...serving].find((worker) => worker.isConnected());
    if (!heir || orphanedBy.length === 0) return;
    heir.send({ orphanedBy } satisfies Message, () => undefined);
    orphanedBy = [];
  };
  cluster.on("listening", (worker) => {
    serving.add(worker);
    pass();
  });
  cluster.on("exit", (worker) => {
    serving.delete(worker);
    orphanedBy.push(nameOf(worker.id));
    pass();
  });
}

/**
 * Takes over the tasks of servers that ended without finishing them: because of the lock on the data folder, only one
 * server is alive. A worker also takes over the tasks of workers that end later. Tasks that can't be taken over wait
 * until their lease expires.
 */
export function takeOverOrphans(queue: Pick<StoreQueue, "takeOver">, log: Log): void {
  const takeOver = (hasEnded: (owner: string) => boolean) =>
    void queue
      .takeOver(hasEnded)
      .catch((err: unknown) => log.warn({ err }, "tasks of a process that ended wait for their leases"));
  takeOver((owner) => start !== undefined && !owner.startsWith(start));
  if (!cluster.isWorker) return;
  process.on("message", ({ orphanedBy }: Message) => {
    if (orphanedBy) takeOver((owner) => orphanedBy.includes(owner));
  });
}
