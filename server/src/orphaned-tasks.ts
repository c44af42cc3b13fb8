import cluster, { type Worker } from "node:cluster";
import type { Log } from "@atrium/functions/platform/observability/log";
import type { StoreQueue } from "@atrium/functions/queue/store-queue";

/** From the primary to a worker: the names of workers that have ended. */
interface Message {
  orphanedBy?: readonly string[];
}

/** A worker's name in its leases. An earlier start may have used it, and nothing of that one runs any more. */
function nameOf({ id }: Worker): string {
  return `worker-${id}`;
}

/** The name of this process in its leases; undefined when it is the only one. */
export function ownName(): string | undefined {
  return cluster.worker && nameOf(cluster.worker);
}

/** In the primary: has a worker that serves, now or later, take over the tasks of each that has ended. */
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
    orphanedBy.push(nameOf(worker));
    pass();
  });
}

/** In a worker: takes over the tasks of workers that have ended. If it can't, they wait until the leases run out. */
export function takeOverOrphans(queue: Pick<StoreQueue, "takeOver">, log: Log): void {
  if (!cluster.isWorker) return;
  process.on("message", async ({ orphanedBy = [] }: Message) => {
    for (const name of orphanedBy)
      await queue
        .takeOver(name)
        .catch((err: unknown) => log.warn({ err, name }, "tasks of a worker that ended wait for their leases"));
  });
}
