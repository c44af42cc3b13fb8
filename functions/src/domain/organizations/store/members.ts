import type { User } from "#domain/organizations/user";
import { mergeCustomFields, packCustomFields } from "#platform/custom-fields";
import type { AccessRole } from "#platform/fields";
import { initialOf } from "#platform/initial";
import type { KeyCall } from "#src/call";
import { toPath } from "#store/paths";
import type { DocRef } from "#store/port";
import { type DocData, type Patch, REMOVE } from "#store/port";

/** Member and contact of the organization, folder or document above: collection `users`. */
export interface StoredUser extends DocData {
  name?: string;
  email?: string;
  initial?: string;
  accessRole?: AccessRole;
  lastUpdated: number;
  /** The customer's own fields as JSON text. */
  open?: string;
}

/** Explicit permission on the organization, folder or document above: collection `grants` (docs/behaviour.md#permissions). */
export interface StoredGrant extends DocData {
  accessRole: AccessRole;
  /** Seconds since 1970; missing: for good. */
  expiresAt?: number;
  createdAt: number;
}

/** Organization user group: collection `userGroups`, with `members` below. */
export interface StoredGroup extends DocData {
  groupName: string;
  createdAt: number;
}

/** Membership in a group: collection `members`. Its ids stand in it for queries over all groups of an organization. */
export interface StoredMember extends DocData {
  groupId: string;
  userId: string;
  addedAt: number;
}

/** Path of a member of the place (an organization's, folder's or document's path). */
export function userPath(place: string, userId: string): DocRef<StoredUser> {
  return `${place}/${toPath("users", userId)}`;
}

/** Path of a user's grant on the place. */
export function grantPath(place: string, userId: string): DocRef<StoredGrant> {
  return `${place}/${toPath("grants", userId)}`;
}

const ownFields = ["userId", "name", "email", "initial", "accessRole"];

/** A user as stored: the id is the document's, `initial` follows from the name when it is not given. */
export function toStoredUser(call: Pick<KeyCall, "now">, user: User): StoredUser {
  const { name, email, accessRole } = user;
  const initial = user.initial ?? (name === undefined ? undefined : initialOf(name));
  const open = packCustomFields(user, ownFields);
  return { name, email, initial, accessRole, open, lastUpdated: call.now() };
}

/**
 * What an update changes of a stored user: fields that are not given stay, `null` takes a field of the customer's away.
 * An initial that came from the name follows it, one that the customer chose stays.
 * @throws ApiError INVALID_ARGUMENT when the customer's own fields together become too many or too large.
 */
export function toUserPatch(call: Pick<KeyCall, "now">, stored: StoredUser, user: User): Patch {
  const { name, email, accessRole } = user;
  const isDerived = stored.initial === undefined || stored.initial === initialOf(stored.name ?? "");
  const initial = user.initial ?? (name !== undefined && isDerived ? initialOf(name) : undefined);
  const open = mergeCustomFields(stored.open, packCustomFields(user, ownFields)) ?? REMOVE;
  return { name, email, initial, accessRole, open, lastUpdated: call.now() };
}
