import { webhookBody } from "#domain/events/webhook-body";
import type { WebhookEvent } from "#domain/events/webhook-event";
import { traffic } from "#domain/traffic/store/traffic";
import { type Outcome, outcomeOf } from "#domain/webhooks/delivery-outcome";
import { signatureHeaders } from "#domain/webhooks/signature";
import { readMessage } from "#domain/webhooks/store/delivery-records";
import type { DeliveryTarget } from "#domain/webhooks/store/delivery-targets";
import type { Attempt, StoredDelivery, StoredMessage } from "#domain/webhooks/store/messages";
import type { OutboundReply } from "#outbound/port";
import type { Context } from "#src/context";
import { type AttemptResult, deliveryMetrics } from "./delivery-metrics.ts";

/** Timeout of an attempt, in ms. */
const TIMEOUT = 15_000;

/** A finished attempt that is not recorded yet. */
export interface AttemptOutcome {
  /** Omitted if the message has been deleted, so that nothing was sent. */
  attempt?: Attempt;
  outcome: Outcome;
}

/** Makes one attempt to deliver. */
export async function tryDelivery(
  context: Context,
  apiKeyId: string,
  { messageId, attempts }: StoredDelivery,
  target: DeliveryTarget,
): Promise<AttemptOutcome> {
  const { now, random } = context;
  const message = await readMessage(context, apiKeyId, messageId);
  if (!message) return { outcome: { status: "failed" } };
  const at = now();
  const reply = await sendTraced(context, target, { id: messageId, apiKeyId, at, ...message.data });
  const { status, error, body: response } = reply;
  const attempt = {
    at,
    duration: now() - at,
    ...(status !== undefined && { status }),
    ...(error && { error }),
    ...(response && { response }),
  };
  const outcome = outcomeOf(reply, attempts + 1, now(), random());
  deliveryMetrics(context).count(results[outcome.status], attempt.duration);
  traffic(context).countDelivery(apiKeyId, outcome.status !== "succeeded");
  return { attempt, outcome };
}

const results: { [status in Outcome["status"]]: AttemptResult } = {
  succeeded: "succeeded",
  pending: "retried",
  failed: "failed",
  gone: "gone",
};

/** A message that is being sent. */
interface Sending extends Pick<StoredMessage, "event" | "eventType" | "traceparent"> {
  id: string;
  apiKeyId: string;
  /** When the attempt began, in ms since 1970. */
  at: number;
}

/** Sends the message as part of the trace of the call that caused it. */
async function sendTraced(context: Context, target: DeliveryTarget, sending: Sending): Promise<OutboundReply> {
  const span = context.tracing?.start(`deliver ${sending.eventType}`, {
    kind: "client",
    parent: sending.traceparent,
    attributes: { "http.request.method": "POST", "atrium.message_id": sending.id },
  });
  const reply = await send(context, target, { ...sending, traceparent: span?.traceparent ?? sending.traceparent });
  if (reply.status !== undefined) span?.set({ "http.response.status_code": reply.status });
  span?.end(reply.error ?? (Number(reply.status) >= 400 ? `HTTP ${reply.status}` : undefined));
  return reply;
}

async function send(
  { outbound }: Context,
  target: DeliveryTarget,
  { id, apiKeyId, event, at, traceparent }: Sending,
): Promise<OutboundReply> {
  const body = bodyOf(target, id, event);
  if (typeof body !== "string") return body;
  const signature = signatureHeaders(target.keys, { id, timestamp: Math.floor(at / 1000), body });
  const traced: Record<string, string> = traceparent === undefined ? {} : { traceparent };
  const own = { "content-type": "application/json", "user-agent": "Atrium-Webhooks" };
  const headers = { ...own, ...traced, ...target.headers, ...signature };
  return outbound.post({ url: target.url, headers, body, caller: `webhooks ${apiKeyId}`, timeout: TIMEOUT });
}

/** The body to send. A body that can't be built is a failed attempt, so that it does not block other deliveries. */
function bodyOf({ form }: DeliveryTarget, id: string, event: string): string | OutboundReply {
  if (form.encryptData && !form.publicKey)
    return { error: "Nothing was sent: encryptData is on, but there is no publicKey.", body: "" };
  try {
    return webhookBody(id, JSON.parse(event) as WebhookEvent, form);
  } catch {
    return { error: "Nothing was sent: the body could not be encrypted with the publicKey.", body: "" };
  }
}
