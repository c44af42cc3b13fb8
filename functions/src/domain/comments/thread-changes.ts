import type { EmbeddedUser } from "#platform/shapes/embedded-user";
import type { ThreadStatus } from "./comment-annotation.ts";
import type { CommentAnnotationChange } from "./comment-annotation-change.ts";
import { visibleToAuthor } from "./new-thread.ts";
import { applyPatch, type Thread } from "./thread.ts";
import { peopleOf, replaceUser, userInThread } from "./thread-people.ts";

/** Replaces one user by another. */
export interface UserReplacement {
  oldUser: { userId: string };
  newUser: EmbeddedUser;
}

/**
 * Changes a thread: omitted fields are kept, `null` removes a field. Users are replaced first, one after the other,
 * wherever the thread names them. Marking the thread as read or changing subscriptions keeps `lastUpdated`; any other
 * change sets it to `now` (ms).
 */
export function changeThread(
  thread: Thread,
  {
    viewedByUserIds = [],
    subscribeUserIds = [],
    unsubscribeUserIds = [],
    triggerNotification: _,
    ...change
  }: CommentAnnotationChange,
  replacements: readonly UserReplacement[],
  now: number,
): Thread {
  const replaced = replacements.reduce(replaceNamed, thread);
  const hasFields = Object.values(change).some((value) => value !== undefined);
  const namedUserIds = [...viewedByUserIds, ...subscribeUserIds, ...unsubscribeUserIds];
  if (replaced === thread && !hasFields && namedUserIds.length === 0) return thread;
  const { subscribedUserIds, unsubscribedUserIds, ...changed } = resolutionOf(applyPatch(replaced, change), change);
  return {
    ...changed,
    ...applySubscriptions({ subscribedUserIds, unsubscribedUserIds }, subscribeUserIds, unsubscribeUserIds),
    visibility: visibleToAuthor(changed.visibility, changed.from.userId),
    views: new Map([...changed.views, ...viewedByUserIds.map((userId): [string, number] => [userId, now])]),
    lastUpdated: replaced !== thread || hasFields ? now : thread.lastUpdated,
  };
}

/** Applies changed subscriptions. A user who is in both lists is subscribed. */
function applySubscriptions(
  { subscribedUserIds = [], unsubscribedUserIds = [] }: Pick<Thread, "subscribedUserIds" | "unsubscribedUserIds">,
  added: readonly string[],
  removed: readonly string[],
) {
  const moved = new Set([...added, ...removed]);
  const [subscribers, unsubscribers] = [new Set(added), new Set(removed).difference(new Set(added))];
  const list = (before: readonly string[], more: ReadonlySet<string>) => [
    ...new Set([...before.filter((userId) => more.has(userId) || !moved.has(userId)), ...more]),
  ];
  const [current, gone] = [list(subscribedUserIds, subscribers), list(unsubscribedUserIds, unsubscribers)];
  return {
    ...(current.length > 0 && { subscribedUserIds: current }),
    ...(gone.length > 0 && { unsubscribedUserIds: gone }),
  };
}

function replaceNamed(thread: Thread, { oldUser, newUser }: UserReplacement): Thread {
  return peopleOf(thread).includes(oldUser.userId) ? replaceUser(thread, oldUser.userId, newUser) : thread;
}

/**
 * Sets who resolved a thread, depending on its status:
 *
 * | status | resolvedByUserId |
 * |---|---|
 * | not terminal | none, even if sent |
 * | terminal | as sent; `null` removes it |
 * | changed to terminal, not sent | `statusUpdatedByUserId`, if that is sent |
 * | else | as before |
 */
function resolutionOf(thread: Thread, change: CommentAnnotationChange): Thread {
  const { resolvedByUserId: storedResolverId, resolvedByUser, ...rest } = thread;
  if (!isTerminal(thread.status)) return rest;
  const { resolvedByUserId: sentResolverId, statusUpdatedByUserId } = change;
  const byStatus = sentResolverId === undefined && change.status ? (statusUpdatedByUserId ?? undefined) : undefined;
  const resolvedByUserId = byStatus ?? storedResolverId;
  if (resolvedByUserId === undefined) return rest;
  const user = resolvedByUser?.userId === resolvedByUserId ? resolvedByUser : userInThread(thread, resolvedByUserId);
  return { ...rest, resolvedByUserId, resolvedByUser: user };
}

function isTerminal({ type }: ThreadStatus): boolean {
  return type === "terminal";
}
