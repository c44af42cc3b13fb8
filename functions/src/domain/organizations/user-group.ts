import * as z from "zod";
import { Id, Name } from "#platform/shapes/fields";
import { MAX_ITEMS } from "#platform/shapes/limits";
import { list } from "#platform/shapes/list";

/** An organization user group. The name of a new group defaults to its id. @openapi */
export const UserGroup = z.object({ groupId: Id, groupName: Name.optional() });
export type UserGroup = z.infer<typeof UserGroup>;

/** The groups of one call. */
export const UserGroups = list(UserGroup, { unique: "groupId", max: MAX_ITEMS });

/** An organization user group as returned. */
export const ReadUserGroup = z.object({
  groupId: z.string(),
  groupName: z.string(),
  /** In ms since 1970. */
  createdAt: z.number(),
});
export type ReadUserGroup = z.infer<typeof ReadUserGroup>;
