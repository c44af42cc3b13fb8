import type { EmbeddedUser } from "#platform/embedded-user";
import type { ThreadStatus } from "./comment-annotation.ts";
import type { CommentAnnotationChange } from "./comment-annotation-change.ts";
import { withAuthor } from "./new-thread.ts";
import { layOver, type Thread } from "./thread.ts";
import { peopleOf, replaceUser } from "./thread-people.ts";

/** One user in the place of another. */
export interface UserReplacement {
  oldUser: { userId: string };
  newUser: EmbeddedUser;
}

/**
 * Changes a thread: what is left out stays, `null` takes away. Users are replaced before the rest,
 * one after the other, where the thread names them.
 * Having been read changes no `lastUpdated`; everything else makes it `now` (ms).
 */
export function changeThread(
  thread: Thread,
  { viewedByUserIds = [], ...change }: CommentAnnotationChange,
  replacements: readonly UserReplacement[],
  now: number,
): Thread {
  const replaced = replacements.reduce(replaceNamed, thread);
  const isTold = Object.values(change).some((value) => value !== undefined);
  if (replaced === thread && !isTold && viewedByUserIds.length === 0) return thread;
  const changed = resolutionOf(layOver(replaced, change), change);
  return {
    ...changed,
    visibility: withAuthor(changed.visibility, changed.from.userId),
    views: new Map([...changed.views, ...viewedByUserIds.map((userId): [string, number] => [userId, now])]),
    lastUpdated: replaced !== thread || isTold ? now : thread.lastUpdated,
  };
}

function replaceNamed(thread: Thread, { oldUser, newUser }: UserReplacement): Thread {
  return peopleOf(thread).includes(oldUser.userId) ? replaceUser(thread, oldUser.userId, newUser) : thread;
}

/**
 * Who resolved a thread, by its status:
 *
 * | status | resolvedByUserId |
 * |---|---|
 * | not terminal | none, even if sent |
 * | terminal | as sent; `null` takes it away |
 * | made terminal, not sent | `statusUpdatedByUserId`, where that is sent |
 * | else | as before |
 */
function resolutionOf(thread: Thread, change: CommentAnnotationChange): Thread {
  const { resolvedByUserId: stored, resolvedByUser, ...rest } = thread;
  if (!isTerminal(thread.status)) return rest;
  const { resolvedByUserId: sent, statusUpdatedByUserId } = change;
  const byStatus = sent === undefined && change.status ? (statusUpdatedByUserId ?? undefined) : undefined;
  const resolvedByUserId = byStatus ?? stored;
  if (resolvedByUserId === undefined) return rest;
  const known = resolvedByUser?.userId === resolvedByUserId ? resolvedByUser : knownUser(thread, resolvedByUserId);
  return { ...rest, resolvedByUserId, resolvedByUser: known };
}

function isTerminal({ type }: ThreadStatus): boolean {
  return type === "terminal";
}

/** The user as the thread tells of it elsewhere. */
function knownUser({ from, assignedTo, comments }: Thread, userId: string): EmbeddedUser {
  const told = [from, assignedTo, ...comments.map((comment) => comment.from)];
  return told.find((user) => user?.userId === userId) ?? { userId };
}
