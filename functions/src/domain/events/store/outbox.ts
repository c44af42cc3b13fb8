import { channelsOf } from "#domain/events/channels";
import { fanOut } from "#domain/events/jobs";
import { type EventType, sourceOf } from "#domain/events/types";
import type { WebhookEvent } from "#domain/events/webhook-body";
import type { DeclaredTask } from "#queue/declare-job";
import type { Call } from "#src/call";
import type { Context } from "#src/context";
import type { Transaction } from "#store/port";
import { matches, type Subscription } from "./subscriptions.ts";

/** An event to emit. */
export interface NewEvent {
  type: EventType;
  organizationId?: string | undefined;
  documentId?: string | undefined;
  /** Small data of the event: ids and changed fields. */
  data?: Record<string, unknown>;
}

/** Most bytes of events in one task: a document of the store holds 1 MiB. */
const TASK_BYTES = 700_000;
/** An event above this size is sent with its ids only; receivers fetch the data by them. */
const EVENT_BYTES = 500_000;

/**
 * Writes the events that have subscribers in the transaction that causes them. One document holds all events of a call.
 * @returns the tasks that send the events, to be started when the transaction is committed.
 */
export function writeEvents(
  tx: Transaction,
  context: Context & Pick<Call, "span">,
  apiKeyId: string,
  subscriptions: readonly Subscription[],
  events: readonly NewEvent[],
): DeclaredTask[] {
  if (subscriptions.length === 0) return [];
  const traceparent = context.span?.traceparent;
  const tasks: DeclaredTask[] = [];
  let texts: string[] = [];
  let size = 0;
  const flush = () => {
    if (texts.length === 0) return;
    const payload = { apiKeyId, events: `[${texts.join(",")}]`, ...(traceparent !== undefined && { traceparent }) };
    const task = fanOut.task({ id: context.newId("evt") }, payload);
    context.queue.add(tx, task);
    tasks.push(task);
    texts = [];
    size = 0;
  };
  for (const event of events) {
    const webhookEvent = toWebhookEvent(apiKeyId, event, context.now());
    const channels = channelsOf(webhookEvent);
    if (!subscriptions.some((one) => matches(one, webhookEvent.type, channels))) continue;
    const text = toLimitedJson(webhookEvent);
    const bytes = Buffer.byteLength(text);
    if (size + bytes > TASK_BYTES) flush();
    texts.push(text);
    size += bytes;
  }
  flush();
  return tasks;
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

function toLimitedJson(event: WebhookEvent): string {
  const text = JSON.stringify(event);
  if (Buffer.byteLength(text) <= EVENT_BYTES) return text;
  const { metadata } = event.data;
  const ids = Object.entries(event.data).filter(([name, value]) => /Ids?$/.test(name) && typeof value !== "object");
  return JSON.stringify({ ...event, data: { ...Object.fromEntries(ids), isTruncated: true, metadata } });
}
