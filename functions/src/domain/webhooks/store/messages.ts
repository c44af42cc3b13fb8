import { hash } from "node:crypto";
import type { WebhookEvent } from "#domain/events/webhook-body";
import { numberToBase62, toBase62 } from "#platform/base62";
import { toPath } from "#store/paths";
import type { DocData, DocRef, Query } from "#store/port";

/** The document of a message: one event, for all endpoints that get it. */
export interface StoredMessage extends DocData {
  eventType: string;
  /** A `WebhookEvent` as JSON text. */
  event: string;
  /** What it is about, such as `organization:acme`. */
  channels: string[];
  createdAt: number;
  /** W3C `traceparent` of the call that caused it, where traces were made then. */
  traceparent?: string;
}

/** One try to deliver. */
export interface Attempt {
  /** When it began, in ms since 1970. */
  at: number;
  /** Milliseconds. */
  duration: number;
  /** HTTP status, where there was an answer. */
  status?: number;
  /** Why there was none. */
  error?: string;
  /** The beginning of the answer, at most 20,000 bytes. */
  response?: string;
}

/** What became of a delivery: `canceled` when its endpoint was disabled or deleted meanwhile. */
export type DeliveryStatus = "pending" | "succeeded" | "failed" | "canceled";

/** The document of a delivery: one message for one endpoint. */
export interface StoredDelivery extends DocData {
  messageId: string;
  endpointId: string;
  eventType: string;
  status: DeliveryStatus;
  /** When the next attempt may begin; only while it is pending. */
  dueAt?: number;
  /** Attempts that count: one that was sent again by hand starts anew. */
  attempts: number;
  /** `Attempt[]` as JSON text, the newest last. */
  log: string;
  createdAt: number;
  /** When it may be forgotten; missing while it is pending. A date, so that the cloud's expiry policy can use it. */
  deleteAt?: Date;
}

/** Path of a message's document. @param apiKey path of the key. */
export function messagePath(apiKey: string, messageId: string): DocRef<StoredMessage> {
  return `${apiKey}/${toPath("messages", messageId)}`;
}

/** Path of a delivery's document. @param apiKey path of the key. */
export function deliveryPath(apiKey: string, deliveryId: string): DocRef<StoredDelivery> {
  return `${apiKey}/${toPath("deliveries", deliveryId)}`;
}

/** Later than every moment that an id may stand for: what is left until then counts backwards, to the millisecond. */
const LAST = Number.MAX_SAFE_INTEGER;

/** The id of the delivery of a message to an endpoint. Ids sort by time, the newest first. */
export function deliveryIdOf(messageId: string, endpointId: string, createdAt: number): string {
  const digest = hash("sha256", JSON.stringify([messageId, endpointId]), "buffer").subarray(0, 14);
  return `${deliveryIdsAt(createdAt)}${toBase62(digest, 20)}`;
}

/** What the ids of the deliveries of one moment begin with: it sorts before them and behind those of later moments. */
export function deliveryIdsAt(createdAt: number): string {
  return `dlv_${numberToBase62(LAST - createdAt, 9)}`;
}

/** What the ids of the messages of one moment begin with: it sorts before them and behind those of earlier moments. */
export function messageIdsAt(time: number): string {
  return `evt_${numberToBase62(time, 9)}`;
}

/** A delivery that is due at once. */
export function newDelivery(
  { messageId, endpointId, eventType }: Pick<StoredDelivery, "messageId" | "endpointId" | "eventType">,
  now: number,
): StoredDelivery {
  const fresh = { status: "pending", attempts: 0, log: "[]" } as const;
  const times = { dueAt: now, createdAt: now };
  return { messageId, endpointId, eventType, ...fresh, ...times };
}

/** The message of an event. @param traceparent of the call that caused it. */
export function newMessage(event: WebhookEvent, channels: string[], now: number, traceparent?: string): StoredMessage {
  const message = { eventType: event.type, event: JSON.stringify(event), channels, createdAt: now };
  return traceparent === undefined ? message : { ...message, traceparent };
}

/** Deliveries that wait for an endpoint, the longest due first. */
export function waitingFor(apiKey: string, endpointId: string): Query & { collection: string } {
  return {
    collection: `${apiKey}/deliveries`,
    where: [{ field: "endpointId", op: "==", value: endpointId }],
    orderBy: [{ field: "dueAt", direction: "asc" }],
  };
}
