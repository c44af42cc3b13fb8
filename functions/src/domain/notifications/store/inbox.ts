import { hash } from "node:crypto";
import type { Channel } from "#domain/notifications/preference";
import type { NamedByUser } from "#domain/organizations/store/named-by-user";
import { toPath } from "#store/paths";
import type { DocData, DocRef } from "#store/port";

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
  /** Channels of the user. Without `inbox` the user's list does not show the notification. */
  channels: Channel[];
  /** Milliseconds since 1970; missing while unread. */
  readAt?: number;
}

/** Path of the collection of all inboxes of an organization. */
export function inboxOf(organization: string): string {
  return `${organization}/inbox`;
}

/** Path of a user's entry for a notification. It is deterministic, so that a notification is received once. */
export function inboxPath(organization: string, userId: string, notificationId: string): DocRef<StoredInboxEntry> {
  const id = hash("sha256", JSON.stringify([userId, notificationId])).slice(0, 32);
  return `${organization}/${toPath("inbox", id)}`;
}

/**
 * Whether the entry belongs to this notification. It does not when a server has taken over the id of a user's notification:
 * recipients of the user's notification must not see the server's.
 */
export function isDelivered(notification: { data: NamedByUser }, entry: { data: NamedByUser }): boolean {
  return (notification.data.namedByUser ?? false) === (entry.data.namedByUser ?? false);
}
