import { channelsOf } from "#domain/events/channels";
import { fanOut } from "#domain/events/jobs";
import type { NoticeSubject } from "#domain/events/notice-cause";
import type { SharedPart } from "#domain/events/shared-part";
import { type EventType, sourceOf } from "#domain/events/types";
import type { WebhookEvent } from "#domain/events/webhook-event";
import type { DeclaredTask } from "#queue/declare-job";
import type { Call } from "#src/call";
import type { Context } from "#src/context";
import type { Transaction } from "#store/port";
import { newSpreadId } from "./new-id.ts";
import { matches, type Subscription } from "./subscriptions.ts";
import { TaskEvents } from "./task-events.ts";

/** An event to emit. */
export interface NewEvent {
  type: EventType;
  organizationId?: string | undefined;
  documentId?: string | undefined;
  /** Small data of the event: ids and changed fields. */
  data?: Record<string, unknown>;
  /** Other data by field, which several events of a transaction may share. */
  shared?: Readonly<Record<string, SharedPart>> | undefined;
  /** What people are notified of; omitted if nobody is notified. */
  notice?: NoticeSubject | undefined;
}

/**
 * Writes the events that have subscribers, in the transaction that causes them. A task holds as many of them as fit.
 * @returns the tasks that send the events, to be started when the transaction is committed.
 */
export function writeEvents(
  tx: Transaction,
  context: Context & Pick<Call, "span">,
  apiKeyId: string,
  subscriptions: readonly Subscription[],
  events: readonly NewEvent[],
  { withPreferences = false } = {},
): DeclaredTask[] {
  if (subscriptions.length === 0) return [];
  const traceparent = context.span?.traceparent;
  const taskEvents = new TaskEvents();
  for (const event of events) {
    const webhookEvent = toWebhookEvent(apiKeyId, event, context.now());
    const channels = channelsOf(webhookEvent);
    if (subscriptions.some((one) => matches(one, webhookEvent.type, channels)))
      taskEvents.add(webhookEvent, event.shared);
  }
  return taskEvents.tasks().map((texts) => {
    const preferences = withPreferences && { withPreferences: true as const };
    const payload = { apiKeyId, ...texts, ...(traceparent !== undefined && { traceparent }), ...preferences };
    const task = fanOut.task({ id: newSpreadId(context, "evt", apiKeyId) }, payload);
    context.queue.add(tx, task);
    return task;
  });
}

function toWebhookEvent(
  apiKeyId: string,
  { type, organizationId, documentId, data }: NewEvent,
  timestamp: number,
): WebhookEvent {
  const metadata = {
    apiKey: apiKeyId,
    ...(organizationId !== undefined && { organizationId }),
    ...(documentId !== undefined && { documentId }),
  };
  return { type, source: sourceOf(type), timestamp, data: { ...data, metadata } };
}
