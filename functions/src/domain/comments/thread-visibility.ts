import type { ThreadVisibility } from "#domain/comments/comment-annotation";

/**
 * Whether a user may see a thread of a document that the user can open (docs/behaviour.md#who-sees-a-thread):
 *
 * | type | seen by |
 * |---|---|
 * | `public` | everyone |
 * | `organizationPrivate` | members of its organization, and the users in `userIds` |
 * | `restricted` | the users in `userIds` |
 *
 * The author of a thread is always in `userIds`.
 * @param isMember whether the user is a member of an organization.
 */
export function isVisibleTo(
  { type, organizationId, userIds = [] }: ThreadVisibility,
  userId: string,
  isMember: (organizationId: string) => boolean,
): boolean {
  if (type === "public" || userIds.includes(userId)) return true;
  return type === "organizationPrivate" && organizationId !== undefined && isMember(organizationId);
}

/** Whether another user has written since the user last read the thread. Times are in ms, by user. */
export function isUnread(
  userId: string,
  {
    views,
    newest,
  }: { views: readonly [userId: string, at: number][]; newest: readonly [userId: string, at: number][] },
): boolean {
  const lastRead = views.find(([reader]) => reader === userId)?.[1] ?? Number.NEGATIVE_INFINITY;
  return newest.some(([author, at]) => author !== userId && at > lastRead);
}
