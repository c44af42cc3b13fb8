import { isDeepStrictEqual } from "node:util";
import { toPerson } from "#domain/events/event";
import { type ReactionChange, reactionChanges } from "./reaction-changes.ts";
import type { Thread, ThreadComment } from "./thread.ts";
import { type ThreadEvent, threadReference } from "./thread-event.ts";

/** Maximum number of events about reactions or deleted comments that one change of a thread emits. */
export const MAX_THREAD_EVENTS = 200;

/** Longest text of a comment in an event, in UTF-16 units. */
const MAX_TEXT = 10_000;

/** A comment in an event. A text that is too long is omitted, and `isTruncated` is set. */
export function toEventComment({ commentId, commentText, from, taggedUserContacts }: ThreadComment) {
  const isLong = commentText !== undefined && commentText.length > MAX_TEXT;
  return {
    commentId,
    ...(isLong ? { isTruncated: true } : commentText !== undefined && { commentText }),
    from: toPerson(from),
    ...(taggedUserContacts?.length && { taggedUserContacts: taggedUserContacts.map(({ userId }) => ({ userId })) }),
  };
}

/** Events for comments that were added to a thread. @param notifiedIds comments that send notices; default: all. */
export function commentsAdded(
  thread: Thread,
  commentIds: readonly number[],
  notifiedIds?: ReadonlySet<number>,
): ThreadEvent[] {
  const added = new Set(commentIds);
  return thread.comments
    .filter(({ commentId }) => added.has(commentId))
    .map((comment) => ({
      type: "comment.add",
      data: { ...threadReference(thread), actionUser: toPerson(comment.from), targetComment: toEventComment(comment) },
      ...(notifiedIds && !notifiedIds.has(comment.commentId) && { noticeInstead: "none" }),
    }));
}

/**
 * Events for changed comments of a thread: one for each comment whose content changed, and one for each reaction. Above 200
 * reactions there are no reaction events; the comments that they belong to count as changed.
 */
export function commentsChanged(before: Thread, after: Thread): ThreadEvent[] {
  const old = new Map(before.comments.map((comment) => [comment.commentId, comment]));
  const changes = after.comments.map((comment) => {
    const previous = old.get(comment.commentId) ?? comment;
    return { comment, hasNewContent: contentDiffers(previous, comment), reactions: reactionChanges(previous, comment) };
  });
  const isMany = changes.reduce((sum, { reactions }) => sum + reactions.length, 0) > MAX_THREAD_EVENTS;
  const about = threadReference(after);
  return changes.flatMap(({ comment, hasNewContent, reactions }): ThreadEvent[] => {
    const isUpdated = hasNewContent || (isMany && reactions.length > 0);
    return [
      ...(isUpdated
        ? [{ type: "comment.update" as const, data: { ...about, targetComment: toEventComment(comment) } }]
        : []),
      ...(isMany ? [] : reactions.map((reaction) => reactionEvent(about, comment, reaction))),
    ];
  });
}

function contentDiffers(before: ThreadComment, after: ThreadComment): boolean {
  if (before === after) return false;
  const { reactionAnnotations: _reactionsBefore, lastUpdated: _before, ...contentBefore } = before;
  const { reactionAnnotations: _reactionsAfter, lastUpdated: _after, ...contentAfter } = after;
  return !isDeepStrictEqual(contentBefore, contentAfter);
}

function reactionEvent(about: object, { commentId }: ThreadComment, { type, reaction }: ReactionChange): ThreadEvent {
  const { icon, from } = reaction;
  // A call does not say who removed a reaction.
  const by = type === "comment.reaction_add" && { actionUser: toPerson(from) };
  return { type, data: { ...about, ...by, commentId, reaction: { icon, from: toPerson(from) } } };
}

/**
 * Events for a deleted thread, as `commentsDeleted`. Only the first sends a notice, so that people are notified once.
 */
export function threadDeleted(thread: Thread): ThreadEvent[] {
  return commentsDeleted(thread).map((event, i) => ({
    ...event,
    noticeInstead: i === 0 ? "endOfThread" : "none",
  }));
}

/** Events for deleted comments, or for a deleted thread (without `after`). More than 200 comments share one event. */
export function commentsDeleted(before: Thread, after?: Thread): ThreadEvent[] {
  const remaining = new Set(after?.comments.map(({ commentId }) => commentId));
  const commentIds = before.comments.map(({ commentId }) => commentId).filter((commentId) => !remaining.has(commentId));
  const event = (ids: object): ThreadEvent => ({
    type: "comment.delete",
    data: { ...threadReference(before), ...ids },
  });
  return commentIds.length > MAX_THREAD_EVENTS
    ? [event({ commentIds })]
    : commentIds.map((commentId) => event({ commentId }));
}
