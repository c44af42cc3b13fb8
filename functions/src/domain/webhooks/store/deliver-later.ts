import { deliver } from "#domain/webhooks/jobs";
import type { DeclaredTask } from "#queue/declare-job";

import { needsAdding, type StoredTask, taskPath } from "#queue/task-record";
import { WakeSignals } from "#queue/wake-signals";
import type { Context } from "#src/context";
import { processPart } from "#src/context";
import type { Transaction } from "#store/port";

/** The task that delivers to one endpoint: there is one at a time, whoever runs it, which is what bounds its rate. */
export function deliveryTask(apiKeyId: string, endpointId: string): DeclaredTask {
  return deliver.task({ id: `deliver_${apiKeyId}_${endpointId}` }, { apiKeyId, endpointId });
}

/** Whom to tell of a new delivery when the transaction is committed. */
export interface Wake {
  task: DeclaredTask;
  /** Nobody delivers to the endpoint yet: the task was added with the delivery. */
  isAdded: boolean;
}

/**
 * Reads which endpoints nobody delivers to yet.
 * @returns what promises that somebody will, for those of them that get something; call it with the transaction's writes.
 */
export async function deliverLater(
  tx: Transaction,
  context: Context,
  apiKeyId: string,
  endpointIds: readonly string[],
): Promise<(endpointId: string) => Wake> {
  const tasks = endpointIds.map((endpointId) => deliveryTask(apiKeyId, endpointId));
  const stored = await tx.getMany<StoredTask>(tasks.map(({ id }) => taskPath(id)));
  const wakes = new Map<string, Wake>();
  return (endpointId) => {
    const known = wakes.get(endpointId);
    if (known) return known;
    const i = endpointIds.indexOf(endpointId);
    const data = stored[i]?.data;
    const task = tasks[i] ?? deliveryTask(apiKeyId, endpointId);
    const isAdded = needsAdding(data, context.now()) && !(data && isPaced(data, context.now()));
    const wake = { task, isAdded };
    wakes.set(endpointId, wake);
    if (isAdded) context.queue.add(tx, task);
    return wake;
  };
}

/** Tells those who deliver that there is more, when what `deliverLater` has promised is committed. */
export function wakeDeliveries(context: Context, wakes: Iterable<Wake>): void {
  for (const { task, isAdded } of wakes) {
    deliverySignals(context).wake(task.id);
    if (isAdded) void context.queue.start(task);
  }
}

/** The task to be added when an endpoint has to wait: until `dueAt`, and no new delivery makes it begin before `pausedUntil`. */
export function pausedTask(
  task: DeclaredTask,
  { started, pausedUntil }: { started: string; pausedUntil: number },
): DeclaredTask {
  return { ...task, payload: { ...task.payload, started, pausedUntil: pausedUntil > 0 ? String(pausedUntil) : "" } };
}

/** Whether it waits for its rate, and then sees whatever has come meanwhile. */
function isPaced({ payload, nextAt, dueAt, leasedUntil = 0 }: StoredTask, now: number): boolean {
  const pausedUntil = Number(payload.pausedUntil ?? 0);
  const begins = leasedUntil > now ? dueAt : nextAt;
  return pausedUntil > now && begins !== undefined && begins <= pausedUntil;
}

/** Signals new messages to delivery workers that wait in this process. */
export const deliverySignals = processPart(() => new WakeSignals());
