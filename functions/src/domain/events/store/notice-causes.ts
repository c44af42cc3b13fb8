import { notify } from "#domain/events/jobs";
import type { NoticeCause } from "#domain/events/notice-cause";
import type { EventType } from "#domain/events/types";
import { batchesOf } from "#platform/async/parallel";
import type { DeclaredTask } from "#queue/declare-job";
import type { WriteCall } from "#src/call";
import type { Transaction } from "#store/port";
import type { NewEvent } from "./outbox.ts";

/** Most causes of one task: each has at most a few kilobytes. */
const CAUSES_AT_ONCE = 100;

/**
 * Writes what people are told of in the transaction that causes it.
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
  return batchesOf(causes, CAUSES_AT_ONCE).map((batch) => {
    const payload = { apiKeyId: call.apiKey.apiKeyId, causes: JSON.stringify(batch) };
    const task = notify.task({ id: call.newId("ntf") }, payload);
    call.queue.add(tx, task);
    return task;
  });
}

function causeOf(call: WriteCall, event: NewEvent): NoticeCause | undefined {
  const { type, organizationId, documentId, notice } = event;
  if (!notice || organizationId === undefined || documentId === undefined) return undefined;
  return { ...notice, type, organizationId, documentId, timestamp: call.now() };
}
