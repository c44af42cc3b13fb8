import type { NewEvent } from "#domain/events/store/outbox";
import type { User } from "#domain/organizations/user";
import { changesOf } from "#store/patches";
import type { Patch } from "#store/port";
import type { StoredUser } from "./members.ts";
import type { Place } from "./organizations.ts";

/** What is told of a user of a place: who it is and which of our fields the call gave. */
export function userEvent(
  type: "user.add" | "user.update" | "user.delete",
  { organizationId, folderId, documentId }: Place,
  { userId, name, email, accessRole }: User,
): NewEvent {
  return { type, organizationId, documentId, data: { user: { userId, name, email, accessRole }, folderId } };
}

/** Whether the patch changes more of a stored user than its time. */
export function changesUser(stored: StoredUser, patch: Patch): boolean {
  return Object.keys(changesOf(stored, patch)).length > 0;
}
