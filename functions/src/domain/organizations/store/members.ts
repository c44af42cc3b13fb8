import { User, type UserChange } from "#domain/organizations/user";
import { mergeCustomFields, packCustomFields, unpackCustomFields } from "#platform/shapes/custom-fields";
import type { AccessRole } from "#platform/shapes/fields";
import { initialOf } from "#platform/text/initial";
import type { KeyCall } from "#src/call";
import { toPath } from "#store/paths";
import type { DocRef } from "#store/port";
import { type DocData, type Patch, REMOVE } from "#store/port";

/** Stored form of a member of an organization, folder or document: collection `users` below it. */
export interface StoredUser extends DocData {
  name?: string;
  email?: string;
  initial?: string;
  accessRole?: AccessRole;
  lastUpdated: number;
  /** The customer's own fields as JSON text. */
  open?: string;
}

/**
 * Stored form of a permission on an organization, folder or document: collection `grants` below it
 * (docs/behaviour.md#permissions).
 */
export interface StoredGrant extends DocData {
  accessRole: AccessRole;
  /** Seconds since 1970; omitted if the grant does not end. */
  expiresAt?: number;
  createdAt: number;
}

/** Stored form of an organization user group: collection `userGroups`, with `members` below. */
export interface StoredGroup extends DocData {
  groupName: string;
  createdAt: number;
}

/**
 * Stored form of a membership: collection `members`. Its ids are also fields, to query all groups of an organization.
 */
export interface StoredMember extends DocData {
  groupId: string;
  userId: string;
  addedAt: number;
}

/**
 * Whether setting this role changes what a user may do.
 * @param accessRole undefined if the call sets none.
 * @param before the user as stored; undefined for a new one, whom `viewer` may cost a stronger role on a level above.
 */
export function changesRole(before: StoredUser | undefined, accessRole: AccessRole | null | undefined): boolean {
  if (accessRole === undefined) return false;
  if (!before) return accessRole === "viewer";
  // A user without a role is an editor.
  return (before.accessRole ?? "editor") !== (accessRole ?? "editor");
}

/** Path of a member. @param place path of an organization, folder or document. */
export function userPath(place: string, userId: string): DocRef<StoredUser> {
  return `${place}/${toPath("users", userId)}`;
}

/** Path of a user's grant. @param place path of an organization, folder or document. */
export function grantPath(place: string, userId: string): DocRef<StoredGrant> {
  return `${place}/${toPath("grants", userId)}`;
}

const ownFields = Object.keys(User.shape);

/** Whether the initial of a user is derived from the name, rather than chosen by the customer. */
const hasDerivedInitial = ({ initial, name = "" }: Pick<StoredUser, "initial" | "name">) =>
  initial === undefined || initial === initialOf(name);

/**
 * The stored form of a user who is added, without the id, which is in the path: omitted fields are kept.
 * @param before the user as stored; undefined for a new one.
 * @throws ApiError INVALID_ARGUMENT when the custom fields become too many or too large.
 */
export function toStoredUser(call: Pick<KeyCall, "now">, user: User, before?: StoredUser): StoredUser {
  const { name = "", email = "", accessRole } = user;
  const derives = name !== "" && (before === undefined || hasDerivedInitial(before));
  const initial = user.initial ?? (derives ? initialOf(name) : undefined);
  const storedFields = before?.open === undefined ? undefined : unpackCustomFields(before.open);
  const open = packCustomFields(storedFields ? { ...storedFields, ...user } : user, ownFields);
  return { name: name || undefined, email: email || undefined, initial, accessRole, open, lastUpdated: call.now() };
}

/**
 * The patch of an update: omitted fields are kept, `null` removes a field. A derived initial follows the name; an
 * initial that the customer chose is kept.
 * @throws ApiError INVALID_ARGUMENT when the custom fields become too many or too large.
 */
export function toUserPatch(call: Pick<KeyCall, "now">, storedUser: StoredUser, user: UserChange): Patch {
  const { name, email, accessRole } = user;
  const derives = user.initial === null || (name !== undefined && hasDerivedInitial(storedUser));
  const initial =
    user.initial ?? (derives ? initialOf((name === undefined ? storedUser.name : name) ?? "") || REMOVE : undefined);
  const open = mergeCustomFields(storedUser.open, packCustomFields(user, ownFields)) ?? REMOVE;
  return {
    name: name === undefined ? undefined : name || REMOVE,
    email: email === undefined ? undefined : email || REMOVE,
    initial,
    accessRole: accessRole === null ? REMOVE : accessRole,
    open,
    lastUpdated: call.now(),
  };
}
