import { messagesOf } from "#domain/notifications/messages";
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

/** Progress of the delivery of a notification. */
export type FanOut = {
  /** Whether to leave out users who may not open the document. */
  isVerified: boolean;
  /** How many of the `notifyUsers` have been processed. */
  named: number;
  /** Path of the last user of the organization who has been processed. */
  after?: string;
};

/** Stored form of a notification, the same for all recipients: collection `notifications` below an organization. */
export interface StoredNotification extends DocData, NamedByUser {
  documentId: string;
  /** Milliseconds since 1970. */
  timestamp: number;
  /** The user who acted. */
  actorId: string;
  /** The `id` of the location, as text. */
  locationId?: string;
  /** The `NotificationContent` as JSON text. */
  content: string;
  /** A notification that was read before this time (ms since 1970) is unread, because the content has changed since. */
  unreadSince?: number;
  /** Set until all recipients have received the notification. */
  fanOut?: FanOut;
  /** The `NoticeCause` as JSON text, of a notification that an event caused. */
  cause?: string;
  /** Set while nobody has received it: readers treat the notification as missing. */
  isPending?: true;
  /** Set once deletion has begun: readers treat the notification as missing. */
  deleting?: true;
}

/** The notification if readers may see it: it is not being deleted, and somebody has received it. */
export function published(doc: Doc<StoredNotification> | undefined): Doc<StoredNotification> | undefined {
  return doc?.data.deleting || doc?.data.isPending ? undefined : doc;
}

/** Path of the collection of an organization's notifications. */
export function notificationsOf(organization: string): string {
  return `${organization}/notifications`;
}

/** Path of a notification below its organization's path. */
export function notificationPath(organization: string, notificationId: string): DocRef<StoredNotification> {
  return `${organization}/${toPath("notifications", notificationId)}`;
}

/** The content of a notification as JSON text. @throws ApiError INVALID_ARGUMENT above 900,000 bytes. */
export function packContent(content: NotificationContent): string {
  const text = JSON.stringify(content);
  if (Buffer.byteLength(text) > MAX_NOTIFICATION_BYTES)
    throw new ApiError("INVALID_ARGUMENT", `A notification must not be larger than ${MAX_NOTIFICATION_BYTES} bytes.`);
  return text;
}

/** The content of a stored notification. */
export function contentOf({ data }: Doc<StoredNotification>): NotificationContent {
  return JSON.parse(data.content);
}

/** The id of a location as text, for comparison. */
export function locationText(locationId: string | number | undefined): string | undefined {
  return locationId === undefined ? undefined : String(locationId);
}

/** Whether a notification or inbox entry belongs to the document and location of a selection. */
export function isSelected(
  { data }: Doc<StoredNotification | StoredInboxEntry>,
  { documentId, locationId }: NotificationSelection,
): boolean {
  return (
    (documentId === undefined || data.documentId === documentId) &&
    (locationId === undefined || data.locationId === locationText(locationId))
  );
}

/** A notification as returned. @param entry the user's entry, in the list of one user. */
export function toNotification(
  call: KeyCall,
  organizationId: string,
  doc: Doc<StoredNotification>,
  entry?: Doc<StoredInboxEntry>,
): Notification {
  const content = contentOf(doc);
  const { documentId, timestamp, unreadSince = 0 } = doc.data;
  const { readAt, unreadIds } = entry?.data ?? {};
  const isRead = unreadIds ? !unreadIds.includes(doc.id) : readAt !== undefined && readAt >= unreadSince;
  return {
    notificationSource: "custom",
    ...content,
    id: doc.id,
    timestamp,
    messages: messagesOf(content),
    metadata: { ...content.metadata, apiKey: call.apiKey.apiKeyId, organizationId, documentId },
    ...(entry && { isRead }),
    ...(isRead && readAt !== undefined && { readAt }),
    ...(unreadIds && { unreadIds }),
  };
}
