import { hash } from "node:crypto";
import type { WebhookEvent } from "#domain/events/webhook-event";
import { numberToBase62, toBase62 } from "#platform/crypto/base62";
import { rangeOf } from "#platform/crypto/spread-id";
import { toPath } from "#store/paths";
import type { DocData, DocRef, Store } from "#store/port";
import { slotOf } from "./delivery-slots.ts";

/** Stored form of a message: one event for all endpoints that subscribe to it. */
export interface StoredMessage extends DocData {
  eventType: string;
  /** A `WebhookEvent` as JSON text. */
  event: string;
  /** Channels of the event, such as `organization:acme`. */
  channels: string[];
  createdAt: number;
  /** W3C `traceparent` of the call that caused it; omitted if traces were off. */
  traceparent?: string;
}

/** One attempt to deliver. */
export interface Attempt {
  /** When the attempt began, in ms since 1970. */
  at: number;
  /** Milliseconds. */
  duration: number;
  /** HTTP status; omitted without a response. */
  status?: number;
  /** The reason why there was no response. */
  error?: string;
  /** The beginning of the response, at most 20,000 bytes. */
  response?: string;
}

/** Status of a delivery. It is `canceled` when its endpoint was disabled or deleted. */
export type DeliveryStatus = "pending" | "succeeded" | "failed" | "canceled";

/** Stored form of a delivery: one message for one endpoint. */
export interface StoredDelivery extends DocData {
  messageId: string;
  endpointId: string;
  eventType: string;
  status: DeliveryStatus;
  /** When the next attempt may begin, in ms since 1970; only while the delivery is pending. */
  nextAt?: number;
  /**
   * A small number that precedes the ever-increasing `nextAt` in the index; workers divide an endpoint's deliveries by
   * it.
   */
  slot?: number;
  /** `nextAt` as stored by an earlier version, without a slot. */
  dueAt?: number;
  /** Number of attempts since the delivery was created or last resent. */
  attempts: number;
  /** `Attempt[]` as JSON text, newest last. */
  log: string;
  createdAt: number;
  /**
   * When the record expires; omitted while the delivery is pending. A date, so that the cloud's TTL policy can use it.
   */
  deleteAt?: Date;
}

/** Path of a message. @param apiKey path of the API key. */
export function messagePath(apiKey: string, messageId: string): DocRef<StoredMessage> {
  return `${apiKey}/${toPath("messages", messageId)}`;
}

/** Path of a delivery. @param apiKey path of the API key. */
export function deliveryPath(apiKey: string, deliveryId: string): DocRef<StoredDelivery> {
  return `${apiKey}/${toPath("deliveries", deliveryId)}`;
}

/** Ids contain this number minus the time in ms, so that newer ids sort first. */
const LATEST_TIME = Number.MAX_SAFE_INTEGER;

/**
 * The id of the delivery of a message to an endpoint. Within the range of its message, ids sort by time, newest first.
 */
export function deliveryIdOf(messageId: string, endpointId: string, createdAt: number): string {
  const digest = hash("sha256", JSON.stringify([messageId, endpointId]), "buffer").subarray(0, 14);
  return `${deliveryIdsAt(createdAt, rangeOf(messageId))}${toBase62(digest, 20)}`;
}

/** The prefix of delivery ids of one moment in a range. It sorts before them and after those of later moments. */
export function deliveryIdsAt(createdAt: number, range: string): string {
  return `dlv_${range}${numberToBase62(LATEST_TIME - createdAt, 9)}`;
}

/** The prefix of message ids of one moment in a range. It sorts before them and after those of earlier moments. */
export function messageIdsAt(time: number, range: string): string {
  return `evt_${range}${numberToBase62(time, 9)}`;
}

/** Stored form of a new delivery, which is due at once. */
export function newDelivery(
  { messageId, endpointId, eventType }: Pick<StoredDelivery, "messageId" | "endpointId" | "eventType">,
  now: number,
  store: Pick<Store, "hasHotspots">,
): StoredDelivery {
  const fresh = { status: "pending", attempts: 0, log: "[]" } as const;
  const times = { nextAt: now, createdAt: now };
  return { messageId, endpointId, eventType, ...fresh, ...times, slot: slotOf(messageId, endpointId, store) };
}

/** Stored form of a new message. @param traceparent of the call that caused the event. */
export function newMessage(event: WebhookEvent, channels: string[], now: number, traceparent?: string): StoredMessage {
  const message = { eventType: event.type, event: JSON.stringify(event), channels, createdAt: now };
  return traceparent === undefined ? message : { ...message, traceparent };
}
