import { startAll } from "#domain/events/store/change";
import { deliver } from "#domain/webhooks/jobs";
import { retryOnConflict } from "#platform/async/retry-on-conflict";
import type { DeclaredTask } from "#queue/declare-job";
import { needsAdding, type StoredTask, taskPath } from "#queue/task-record";
import { WakeSignals } from "#queue/wake-signals";
import type { Context } from "#src/context";
import { processPart } from "#src/context";
import type { Transaction } from "#store/port";

/** The task that delivers to an endpoint. Each endpoint has only one across all processes, so it can limit the rate. */
export function deliveryTask(apiKeyId: string, endpointId: string): DeclaredTask {
  return deliver.task({ id: `deliver_${apiKeyId}_${endpointId}` }, { apiKeyId, endpointId });
}

/** The task to wake for a new delivery once the transaction is committed. */
export interface Wake {
  task: DeclaredTask;
  /** Whether the transaction added the task, because the endpoint had none. */
  isAdded: boolean;
}

/**
 * Reads which endpoints have no delivery task yet.
 * @returns a function that adds the task of an endpoint if it is missing; call it for each new delivery in the transaction.
 */
export async function deliverLater(
  tx: Transaction,
  context: Context,
  apiKeyId: string,
  endpointIds: readonly string[],
): Promise<(endpointId: string) => Wake> {
  const tasks = endpointIds.map((endpointId) => deliveryTask(apiKeyId, endpointId));
  const storedTasks = await tx.getMany<StoredTask>(tasks.map(({ id }) => taskPath(id)));
  const wakes = new Map<string, Wake>();
  return (endpointId) => {
    const earlier = wakes.get(endpointId);
    if (earlier) return earlier;
    const i = endpointIds.indexOf(endpointId);
    const data = storedTasks[i]?.data;
    const task = tasks[i] ?? deliveryTask(apiKeyId, endpointId);
    const isAdded = isMissing(data, context.now());
    const wake = { task, isAdded };
    wakes.set(endpointId, wake);
    if (isAdded) context.queue.add(tx, task);
    return wake;
  };
}

/**
 * Wakes the workers of endpoints for deliveries that a committed transaction has added. It reads their tasks afterwards
 * and without a lock: a worker deletes its task only in a transaction that finds no waiting delivery.
 */
export async function wakeWorkers(context: Context, apiKeyId: string, endpointIds: readonly string[]): Promise<void> {
  const tasks = endpointIds.map((endpointId) => deliveryTask(apiKeyId, endpointId));
  const storedTasks = await context.store.getMany<StoredTask>(tasks.map(({ id }) => taskPath(id)));
  const missing = endpointIds.filter((_, i) => isMissing(storedTasks[i]?.data, context.now()));
  const wakes = tasks.map((task): Wake => ({ task, isAdded: false }));
  if (missing.length > 0)
    wakes.push(
      ...(await retryOnConflict(() =>
        context.store.transact(async (tx) => {
          const wake = await deliverLater(tx, context, apiKeyId, missing);
          return missing.map(wake);
        }),
      )),
    );
  await wakeDeliveries(context, wakes);
}

/** Wakes the workers and starts the added tasks, once the transaction of `deliverLater` is committed. */
export async function wakeDeliveries(context: Context, wakes: Iterable<Wake>): Promise<void> {
  const added: DeclaredTask[] = [];
  for (const { task, isAdded } of wakes) {
    deliverySignals(context).wake(task.id);
    if (isAdded) added.push(task);
  }
  await startAll(context, added);
}

/** The task of an endpoint that has to wait: new deliveries don't start it before `pausedUntil` (ms since 1970). */
export function pausedTask(
  task: DeclaredTask,
  { started, pausedUntil }: { started: string; pausedUntil: number },
): DeclaredTask {
  return { ...task, payload: { ...task.payload, started, pausedUntil: pausedUntil > 0 ? String(pausedUntil) : "" } };
}

/** Whether there is no task that would deliver what is due now. */
function isMissing(data: StoredTask | undefined, now: number): boolean {
  return needsAdding(data, now) && !(data && isRateLimited(data, now));
}

/** Whether the task is waiting for the rate limit: it will then deliver everything that was added meanwhile. */
function isRateLimited({ payload, nextAt, dueAt, leasedUntil = 0 }: StoredTask, now: number): boolean {
  const pausedUntil = Number(payload.pausedUntil ?? 0);
  const begins = leasedUntil > now ? dueAt : nextAt;
  return pausedUntil > now && begins !== undefined && begins <= pausedUntil;
}

/** Signals new messages to delivery workers that wait in this process. */
export const deliverySignals = processPart(() => new WakeSignals());
