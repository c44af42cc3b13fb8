import { notify } from "#domain/events/jobs";
import type { NoticeCause } from "#domain/events/notice-cause";
import type { EventType } from "#domain/events/types";
import type { DeclaredTask } from "#queue/declare-job";
import type { WriteCall } from "#src/call";
import type { Transaction } from "#store/port";
import type { NewEvent } from "./outbox.ts";

/** Maximum causes per task, and their maximum bytes: most have a few hundred, but a deleted thread names its people. */
const CAUSES_AT_ONCE = 100;
const MAX_BYTES = 400_000;

/**
 * Writes the events that people are notified of, in the transaction that causes them.
 * @param notified the event types that notify people.
 * @returns the tasks that find these people, to be started when the transaction is committed.
 */
export function writeCauses(
  tx: Transaction,
  call: WriteCall,
  events: readonly NewEvent[],
  notified: ReadonlySet<EventType>,
): DeclaredTask[] {
  const causes = events.flatMap((event) => (notified.has(event.type) ? (causeOf(call, event) ?? []) : []));
  return inTasks(causes.map((cause) => JSON.stringify(cause))).map((batch) => {
    const payload = { apiKeyId: call.apiKey.apiKeyId, causes: `[${batch.join(",")}]` };
    const task = notify.task({ id: call.newId("ntf") }, payload);
    call.queue.add(tx, task);
    return task;
  });
}

/** Splits JSON texts into one list per task. */
function inTasks(texts: readonly string[]): string[][] {
  const tasks: string[][] = [];
  let bytes = 0;
  for (const text of texts) {
    bytes += Buffer.byteLength(text) + 1;
    const last = tasks.at(-1);
    if (last && last.length < CAUSES_AT_ONCE && bytes <= MAX_BYTES) last.push(text);
    else {
      tasks.push([text]);
      bytes = Buffer.byteLength(text);
    }
  }
  return tasks;
}

function causeOf(call: WriteCall, event: NewEvent): NoticeCause | undefined {
  const { type, organizationId, documentId, notice } = event;
  if (!notice || organizationId === undefined || documentId === undefined) return undefined;
  return { ...notice, type, organizationId, documentId, timestamp: call.now() };
}
