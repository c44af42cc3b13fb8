import { hash } from "node:crypto";
import type { Channel } from "#domain/notifications/preference";
import type { NamedByUser } from "#domain/organizations/store/named-by-user";
import { shortHash } from "#platform/crypto/short-hash";
import { toPath } from "#store/paths";
import type { DocData, DocRef, Patch } from "#store/port";

/**
 * Stored form of one user's receipt of one notification: collection `inbox` below an organization. `namedByUser` is copied from
 * the notification.
 */
export interface StoredInboxEntry extends DocData, NamedByUser {
  userId: string;
  notificationId: string;
  documentId: string;
  locationId?: string;
  /** Time of the notification, in ms since 1970. */
  timestamp: number;
  /** Channels by which the user receives it. Without `inbox`, the user's list does not show the notification. */
  channels: Channel[];
  /** Milliseconds since 1970; omitted while unread. */
  readAt?: number;
  /** Unread notifications of the same thread, the oldest first; the last one is `notificationId`. */
  unreadIds?: string[];
  /** When the event of `notificationId` happened, in ms since 1970; only for threads. */
  happenedAt?: number;
}

/** Maximum number of unread notifications that an entry lists; older ones can be found through the thread. */
export const MAX_UNREAD = 100;

/**
 * What identifies the entry of a notification: for threads the part of its id that they all share, otherwise the id.
 */
function entryKeyOf(notificationId: string): string {
  const end = notificationId.indexOf(":");
  return end === -1 ? notificationId : notificationId.slice(0, end);
}

/** The id of a notification about a thread. No caller can choose it, because ids of callers have no colon. */
export function threadNotificationId(documentId: string, annotationId: string, eventId: string): string {
  return `${shortHash(JSON.stringify([documentId, annotationId]))}:${eventId}`;
}

/**
 * The change of an entry when its user has read a notification: later notifications of the same thread stay unread.
 * @param now ms since 1970.
 */
export function readPatch({ unreadIds }: StoredInboxEntry, notificationId: string, now: number): Patch {
  if (!unreadIds) return { readAt: now };
  return { unreadIds: unreadIds.slice(unreadIds.indexOf(notificationId) + 1), readAt: now };
}

/**
 * An entry with one more notification of its thread: unread ones stay in it, and it shows the one whose event happened
 * last. Notifications may arrive in another order than their events.
 */
export function growEntry(existing: StoredInboxEntry | undefined, received: StoredInboxEntry): StoredInboxEntry {
  const { unreadIds = [], readAt, channels = [] } = existing ?? {};
  const unread = unreadIds.filter((id) => id !== received.notificationId);
  const later = unread.length > 0 && isLater(existing, received) ? existing : undefined;
  return {
    ...(later ?? received),
    timestamp: received.timestamp,
    ...(readAt !== undefined && { readAt }),
    channels: [...new Set([...channels, ...received.channels])],
    unreadIds: unread.toSpliced(later ? -1 : unread.length, 0, received.notificationId).slice(-MAX_UNREAD),
  };
}

/** Whether the event that an entry shows happened after that of another entry. */
function isLater(entry: StoredInboxEntry | undefined, { happenedAt = 0 }: StoredInboxEntry): boolean {
  return (entry?.happenedAt ?? 0) > happenedAt;
}

/** Path of the collection of all inboxes of an organization. */
export function inboxOf(organization: string): string {
  return `${organization}/inbox`;
}

/**
 * Path of a user's entry for a notification, or for all notifications of its thread. It is deterministic, so that a
 * notification is received only once.
 */
export function inboxPath(organization: string, userId: string, notificationId: string): DocRef<StoredInboxEntry> {
  const id = hash("sha256", JSON.stringify([userId, entryKeyOf(notificationId)])).slice(0, 32);
  return `${organization}/${toPath("inbox", id)}`;
}

/**
 * Whether the entry belongs to this notification. It does not if a server has taken over the id of a user's
 * notification, whose recipients must not see the server's.
 */
export function isDelivered(notification: { data: NamedByUser }, entry: { data: NamedByUser }): boolean {
  return (notification.data.namedByUser ?? false) === (entry.data.namedByUser ?? false);
}
