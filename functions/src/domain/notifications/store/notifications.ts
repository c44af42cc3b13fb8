import {
  MAX_NOTIFICATION_BYTES,
  type Notification,
  type NotificationContent,
  type NotificationSelection,
} from "#domain/notifications/notification";
import type { NamedByUser } from "#domain/organizations/store/named-by-user";
import { ApiError } from "#platform/error";
import type { KeyCall } from "#src/call";
import { toPath } from "#store/paths";
import type { Doc, DocData, DocRef } from "#store/port";
import type { StoredInboxEntry } from "./inbox.ts";

/** How far a notification has come to those who receive it. */
export type FanOut = {
  /** Who may not open the document does not receive it. */
  isVerified: boolean;
  /** How many of the `notifyUsers` are done. */
  named: number;
  /** Path of the last user of the organization who is done. */
  after?: string;
};

/** What a notification says, once for all who receive it: collection `notifications` below an organization. */
export interface StoredNotification extends DocData, NamedByUser {
  documentId: string;
  /** Milliseconds since 1970. */
  timestamp: number;
  /** Who took the action. */
  actorId: string;
  /** The `id` of the location, as text. */
  locationId?: string;
  /** The `NotificationContent` as JSON text. */
  content: string;
  /** Reading before this time (ms) does not count: what it says has changed since. */
  unreadSince?: number;
  /** Not all who receive it have it yet. */
  fanOut?: FanOut;
  /** Deletion has begun: for every reader it is gone. */
  deleting?: true;
}

/** Path of the collection of an organization's notifications. */
export function notificationsOf(organization: string): string {
  return `${organization}/notifications`;
}

/** Path of a notification below its organization's path. */
export function notificationPath(organization: string, notificationId: string): DocRef<StoredNotification> {
  return `${organization}/${toPath("notifications", notificationId)}`;
}

/** The text that keeps what a notification says. @throws ApiError INVALID_ARGUMENT above 900,000 bytes. */
export function packContent(content: NotificationContent): string {
  const text = JSON.stringify(content);
  if (Buffer.byteLength(text) > MAX_NOTIFICATION_BYTES)
    throw new ApiError("INVALID_ARGUMENT", `A notification must not be larger than ${MAX_NOTIFICATION_BYTES} bytes.`);
  return text;
}

/** What a notification says. */
export function contentOf({ data }: Doc<StoredNotification>): NotificationContent {
  return JSON.parse(data.content);
}

/** The form in which ids of locations are compared. */
export function locationText(locationId: string | number | undefined): string | undefined {
  return locationId === undefined ? undefined : String(locationId);
}

/** Whether a notification, or an entry of an inbox, is about the document and location that are asked for. */
export function isSelected(
  { data }: Doc<StoredNotification | StoredInboxEntry>,
  { documentId, locationId }: NotificationSelection,
): boolean {
  return (
    (documentId === undefined || data.documentId === documentId) &&
    (locationId === undefined || data.locationId === locationText(locationId))
  );
}

/** A notification as returned. @param entry of the user whose list it is. */
export function toNotification(
  call: KeyCall,
  organizationId: string,
  doc: Doc<StoredNotification>,
  entry?: Doc<StoredInboxEntry>,
): Notification {
  const content = contentOf(doc);
  const { documentId, timestamp, unreadSince = 0 } = doc.data;
  const readAt = entry?.data.readAt;
  const isRead = readAt !== undefined && readAt >= unreadSince;
  return {
    ...content,
    id: doc.id,
    timestamp,
    metadata: { ...content.metadata, apiKey: call.apiKey.apiKeyId, organizationId, documentId },
    ...(entry && { isRead }),
    ...(isRead && { readAt }),
  };
}
