import type * as z from "zod";
import type { DeclaredJob, DeclaredTask } from "#queue/declare-job";
import type { KeyCall, WriteCall } from "#src/call";
import type { Transaction } from "#store/port";
import { newSpreadId } from "./new-id.ts";
import { writeCauses } from "./notice-causes.ts";
import { type NewEvent, writeEvents } from "./outbox.ts";
import { recentSubscriptions } from "./subscriptions.ts";

/** Adds tasks and events to a transaction. They take effect only when the transaction is committed. */
export interface Change {
  /** Adds a task, which starts when the transaction is committed. */
  later<P extends z.ZodType>(job: DeclaredJob<P>, payload: z.input<P>): void;
  /** Emits an event to its subscribers. */
  emit(event: NewEvent): void;
}

export type Emit = Change["emit"];

/** The body of a transaction. It may run several times; only the writes, tasks and events of its last run count. */
export type ChangeBody<T> = (tx: Transaction, change: Change) => Promise<T>;

/** Runs a transaction that also writes its events and tasks, and starts the tasks after the commit. */
export async function transactChange<T>(call: WriteCall, body: ChangeBody<T>): Promise<T> {
  const { result, tasks } = await inTransaction(call, body);
  if (tasks.length > 0) await startAll(call, tasks);
  return result;
}

/** Like `transactChange`, but the caller starts the tasks. */
export function inTransaction<T>(call: WriteCall, body: ChangeBody<T>): Promise<{ result: T; tasks: DeclaredTask[] }> {
  const { apiKeyId } = call.apiKey;
  return call.store.transact(async (tx) => {
    const tasks: DeclaredTask[] = [];
    const events: NewEvent[] = [];
    // Both run in parallel with the first read of the body, so they cost no round trip.
    const readingSubscriptions = call.emits && recentSubscriptions(call.store, apiKeyId);
    const readingNotified = call.notifies?.();
    // If the body fails, neither is awaited: this prevents unhandled rejections.
    for (const beside of [readingSubscriptions, readingNotified]) beside?.catch(() => undefined);
    const change: Change = {
      later(job, payload) {
        const task = job.task({ id: newSpreadId(call, "task", apiKeyId) }, payload);
        call.queue.add(tx, task);
        tasks.push(task);
      },
      emit(event) {
        if (call.isSilent) return;
        if (!call.emits?.includes(event.type))
          throw new Error(`the endpoint does not declare that it emits ${event.type}`);
        events.push(event);
      },
    };
    const result = await body(tx, change);
    const subscriptions = readingSubscriptions ? await readingSubscriptions : [];
    const notifiedTypes = readingNotified && (await readingNotified);
    tasks.push(
      ...writeEvents(tx, call, apiKeyId, subscriptions, events, {
        withPreferences: call.apiKey.features.notificationPreferences,
      }),
      ...(notifiedTypes ? writeCauses(tx, call, events, notifiedTypes) : []),
    );
    return { result, tasks };
  });
}

/** Starts the tasks of committed transactions. Await it: a cloud function may get no CPU time after its reply. */
export async function startAll({ queue }: Pick<KeyCall, "queue">, tasks: readonly DeclaredTask[]): Promise<void> {
  if (tasks.length > 0) await Promise.all(tasks.map((task) => queue.start(task)));
}
