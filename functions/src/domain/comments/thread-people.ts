import type { EmbeddedUser } from "#platform/shapes/embedded-user";
import { mentionedIn, type Thread, type ThreadComment } from "./thread.ts";

/** Ids of all users whom a thread names: in its comments, status, visibility and subscriptions, or as readers. */
export function peopleOf(thread: Thread): string[] {
  const people = new Set<string | undefined>([
    thread.from.userId,
    thread.assignedTo?.userId,
    thread.statusUpdatedByUserId,
    thread.resolvedByUserId,
    thread.resolvedByUser?.userId,
    ...(thread.visibility.userIds ?? []),
    ...thread.views.keys(),
    ...(thread.subscribedUserIds ?? []),
    ...(thread.unsubscribedUserIds ?? []),
  ]);
  for (const comment of thread.comments) {
    people.add(comment.from.userId);
    for (const { from } of comment.reactionAnnotations ?? []) people.add(from.userId);
    for (const userId of mentionedIn(comment)) people.add(userId);
  }
  people.delete(undefined);
  return [...(people as Set<string>)].sort();
}

/** A user with the name and address that another field of the thread has. */
export function userInThread({ from, assignedTo, comments }: Thread, userId: string): EmbeddedUser {
  const users = [from, assignedTo, ...comments.map((comment) => comment.from)];
  return users.find((user) => user?.userId === userId) ?? { userId };
}

/** Replaces a user by another wherever the thread names the user by id; texts stay as they are. */
export function replaceUser(thread: Thread, oldUserId: string, user: EmbeddedUser): Thread {
  const swap = <T extends EmbeddedUser | undefined>(old: T) => (old?.userId === oldUserId ? user : old) as T;
  const swapId = <T extends string | undefined>(id: T) => (id === oldUserId ? user.userId : id) as T;
  const swapIds = (ids: readonly string[]) => [...new Set(ids.map((id) => swapId(id)))];
  const { assignedTo, statusUpdatedByUserId, resolvedByUserId, resolvedByUser, visibility, views } = thread;
  const { subscribedUserIds, unsubscribedUserIds } = thread;
  return {
    ...thread,
    from: swap(thread.from),
    ...(assignedTo && { assignedTo: swap(assignedTo) }),
    ...(statusUpdatedByUserId !== undefined && { statusUpdatedByUserId: swapId(statusUpdatedByUserId) }),
    ...(resolvedByUserId !== undefined && { resolvedByUserId: swapId(resolvedByUserId) }),
    ...(resolvedByUser && { resolvedByUser: swap(resolvedByUser) }),
    visibility: { ...visibility, ...(visibility.userIds && { userIds: swapIds(visibility.userIds) }) },
    ...(subscribedUserIds && { subscribedUserIds: swapIds(subscribedUserIds) }),
    ...(unsubscribedUserIds && { unsubscribedUserIds: swapIds(unsubscribedUserIds) }),
    views: mergedViews(views, oldUserId, user.userId),
    comments: thread.comments.map((comment) => replaceInComment(comment, oldUserId, user)),
  };
}

function replaceInComment(comment: ThreadComment, oldUserId: string, user: EmbeddedUser): ThreadComment {
  const { from, taggedUserContacts, reactionAnnotations } = comment;
  const swap = (old: EmbeddedUser) => (old.userId === oldUserId ? user : old);
  return {
    ...comment,
    from: swap(from),
    ...(taggedUserContacts && {
      taggedUserContacts: taggedUserContacts.map((tagged) => ({
        ...tagged,
        userId: tagged.userId === oldUserId ? user.userId : tagged.userId,
        contact: swap(tagged.contact),
      })),
    }),
    ...(reactionAnnotations && {
      reactionAnnotations: reactionAnnotations.map((reaction) => ({ ...reaction, from: swap(reaction.from) })),
    }),
  };
}

function mergedViews(views: ReadonlyMap<string, number>, oldUserId: string, newUserId: string) {
  const readAt = views.get(oldUserId);
  if (readAt === undefined || oldUserId === newUserId) return views;
  const merged = new Map(views);
  merged.delete(oldUserId);
  return merged.set(newUserId, Math.max(readAt, views.get(newUserId) ?? 0));
}
