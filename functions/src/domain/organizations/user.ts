import * as z from "zod";
import { maxCharacters } from "#platform/shapes/contract-check";
import { resourceWithCustomFields } from "#platform/shapes/custom-fields";
import { AccessRole, Email, Id, PersonName } from "#platform/shapes/fields";
import { ignoredField } from "#platform/shapes/ignored-field";
import { MAX_ITEMS } from "#platform/shapes/limits";
import { list } from "#platform/shapes/list";

/** A user (docs/behaviour.md#users), an open resource. */
export const User = resourceWithCustomFields({
  userId: Id,
  name: PersonName.optional(),
  email: Email.optional(),
  initial: z.string().min(1).check(maxCharacters(20)).optional(),
  accessRole: AccessRole.optional(),
  isAdmin: ignoredField("Ignored: only the request for a user token makes its user an administrator."),
});
export type User = z.infer<typeof User>;

/** A user to change: omitted fields are kept; `null`, or an empty name or address, removes a field. */
export const UserChange = User.extend({
  name: User.shape.name.nullable(),
  email: User.shape.email.nullable(),
  initial: User.shape.initial.nullable(),
  accessRole: User.shape.accessRole.nullable(),
});
export type UserChange = z.infer<typeof UserChange>;

/** The users of one call. */
export const Users = list(User, { unique: "userId", max: MAX_ITEMS });

/** The users that a call changes. */
export const UserChanges = list(UserChange, { unique: "userId", max: MAX_ITEMS });

const accessRole = ignoredField("Ignored: only v2 supports roles.");

/** Users as v1 accepts them, without roles, which it ignores. */
export const UsersWithoutRole = list(User.extend({ accessRole }), { unique: "userId", max: MAX_ITEMS }).transform(
  (users) => users.map(({ accessRole: _ignored, ...user }): User => user),
);

/** Changes of users as v1 accepts them, without roles, which it ignores. */
export const UserChangesWithoutRole = list(UserChange.extend({ accessRole }), {
  unique: "userId",
  max: MAX_ITEMS,
}).transform((users) => users.map(({ accessRole: _ignored, ...user }): UserChange => user));

/** A user as users/get of v1 returns it, with the service's fields and the customer's own. */
export const EarlierUserSummary = z.looseObject({
  /** Empty when it is not set, like `name`. */
  email: z.string(),
  name: z.string(),
  userId: z.string(),
  /** Omitted for a user who has neither a name nor an initial. */
  initial: z.string().optional(),
});
export type EarlierUserSummary = z.infer<typeof EarlierUserSummary>;

/** A user as users/get returns it. */
export const UserSummary = EarlierUserSummary.extend({
  /** The role on the level that was read; omitted if none is set, which counts as `editor`. */
  accessRole: AccessRole.optional(),
});
export type UserSummary = z.infer<typeof UserSummary>;
