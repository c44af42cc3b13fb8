import type { NewEvent } from "#domain/events/store/outbox";
import type { UserChange } from "#domain/organizations/user";
import { changesOf } from "#store/patches";
import type { Patch } from "#store/port";
import type { StoredUser } from "./members.ts";
import type { Place } from "./organizations.ts";

/** The event for a user of a place, with the service's fields that the call set. */
export function userEvent(
  type: "user.add" | "user.update" | "user.delete",
  { organizationId, folderId, documentId }: Place,
  { userId, name, email, accessRole }: UserChange,
): NewEvent {
  return { type, organizationId, documentId, data: { user: { userId, name, email, accessRole }, folderId } };
}

/** Whether the patch changes a stored user beyond its time of change. */
export function changesUser(user: StoredUser, patch: Patch): boolean {
  return Object.keys(changesOf(user, patch)).length > 0;
}
