import type * as z from "zod";
import type { DeclaredJob, DeclaredTask } from "#queue/declare-job";
import type { KeyCall, WriteCall } from "#src/call";
import type { Transaction } from "#store/port";
import { type NewEvent, writeEvents } from "./outbox.ts";
import { readSubscriptions } from "./subscriptions.ts";

/** What a transaction sets going beside its writes. Nothing of it happens unless the transaction is committed. */
export interface Change {
  /** Promises a task; it starts when the transaction is committed. */
  later<P extends z.ZodType>(job: DeclaredJob<P>, payload: z.input<P>): void;
  /** Tells that something happened, to whoever subscribed to it. */
  emit(event: NewEvent): void;
}

export type Emit = Change["emit"];

/** What changes something. It may run several times: what its last run wrote, promised and told is what holds. */
export type ChangeBody<T> = (tx: Transaction, change: Change) => Promise<T>;

/** Runs a transaction with all that follows from it: its tasks, and its events written in it. */
export async function transactChange<T>(call: WriteCall, body: ChangeBody<T>): Promise<T> {
  const { result, tasks } = await inTransaction(call, body);
  await startAll(call, tasks);
  return result;
}

/** As `transactChange`, but leaves it to the caller to start the tasks. */
export function inTransaction<T>(call: WriteCall, body: ChangeBody<T>): Promise<{ result: T; tasks: DeclaredTask[] }> {
  const { apiKeyId } = call.apiKey;
  return call.store.transact(async (tx) => {
    const tasks: DeclaredTask[] = [];
    const events: NewEvent[] = [];
    // Asked beside what the body reads first: it costs no round trip of its own.
    const asked = call.emits ? readSubscriptions(tx, apiKeyId) : [];
    const change: Change = {
      later(job, payload) {
        const task = job.task({ id: call.newId("task") }, payload);
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
    const [subscriptions, result] = await Promise.all([asked, body(tx, change)]);
    tasks.push(...writeEvents(tx, call, apiKeyId, subscriptions, events));
    return { result, tasks };
  });
}

/** Starts what committed transactions have promised. */
export async function startAll(call: KeyCall, tasks: readonly DeclaredTask[]): Promise<void> {
  if (tasks.length > 0) await Promise.all(tasks.map((task) => call.queue.start(task)));
}
