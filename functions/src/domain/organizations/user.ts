import * as z from "zod";
import { resourceWithCustomFields } from "#platform/custom-fields";
import { AccessRole, Id, Name } from "#platform/fields";
import { MAX_ITEMS } from "#platform/limits";
import { list } from "#platform/list";

/** User (docs/behaviour.md#users), an open resource. */
export const User = resourceWithCustomFields({
  userId: Id,
  name: Name.optional(),
  email: z.email().max(320).optional(),
  initial: z.string().min(1).max(20).optional(),
  accessRole: AccessRole.optional(),
});
export type User = z.infer<typeof User>;

/** Several users of one call. */
export const Users = list(User, { unique: "userId", max: MAX_ITEMS });

/** Users as v1 accepts them, without roles, which it ignores. */
export const UsersWithoutRole = Users.transform((users) =>
  users.map(({ accessRole: _ignored, ...user }) => user as User),
);

/** A user as users/get returns it, with the customer's own fields beside the service's. */
export const UserSummary = z.looseObject({
  /** Empty when it is not set, like `name`. */
  email: z.string(),
  name: z.string(),
  userId: z.string(),
});
export type UserSummary = z.infer<typeof UserSummary>;
