import { hash } from "node:crypto";
import type { Channel } from "#domain/notifications/preference";
import type { NamedByUser } from "#domain/organizations/store/named-by-user";
import { toPath } from "#store/paths";
import type { DocData, DocRef } from "#store/port";

/**
 * That one user receives one notification: collection `inbox` below an organization. Its `namedByUser` is that of the
 * notification which was delivered.
 */
export interface StoredInboxEntry extends DocData, NamedByUser {
  userId: string;
  notificationId: string;
  documentId: string;
  locationId?: string;
  /** That of the notification, in ms since 1970. */
  timestamp: number;
  /** How the user receives it. Without `inbox` it is not shown in the user's list. */
  channels: Channel[];
  /** Milliseconds since 1970; missing: not read. */
  readAt?: number;
}

/** Path of the collection of all inboxes of an organization. */
export function inboxOf(organization: string): string {
  return `${organization}/inbox`;
}

/** Path of a user's entry for a notification: always the same, so that it is received once. */
export function inboxPath(organization: string, userId: string, notificationId: string): DocRef<StoredInboxEntry> {
  const id = hash("sha256", JSON.stringify([userId, notificationId])).slice(0, 32);
  return `${organization}/${toPath("inbox", id)}`;
}

/**
 * Whether a notification is the one that the entry was made for. It is not where a server has taken over the id that a user
 * had chosen: who received the user's notification must not see the server's.
 */
export function isDelivered(notification: { data: NamedByUser }, entry: { data: NamedByUser }): boolean {
  return (notification.data.namedByUser ?? false) === (entry.data.namedByUser ?? false);
}
