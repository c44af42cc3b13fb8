import { isDeepStrictEqual } from "node:util";
import { toPerson } from "#domain/events/event";
import { type ReactionChange, reactionChanges } from "./reaction-changes.ts";
import type { Thread, ThreadComment } from "./thread.ts";
import { onThread, type ThreadEvent } from "./thread-event.ts";

/** Most events about reactions, and about comments that were deleted, that one change of a thread makes. */
export const MAX_THREAD_EVENTS = 200;

/** Longest text of a comment in an event, in UTF-16 units. */
const MAX_TEXT = 10_000;

/** A comment in an event. A long text stays out; `isTruncated` tells so. */
export function toEventComment({ commentId, commentText, from, taggedUserContacts }: ThreadComment) {
  const isLong = commentText !== undefined && commentText.length > MAX_TEXT;
  return {
    commentId,
    ...(isLong ? { isTruncated: true } : commentText !== undefined && { commentText }),
    from: toPerson(from),
    ...(taggedUserContacts?.length && { taggedUserContacts: taggedUserContacts.map(({ userId }) => ({ userId })) }),
  };
}

/** What adding these comments to a thread tells. */
export function commentsAdded(thread: Thread, commentIds: readonly number[]): ThreadEvent[] {
  const added = new Set(commentIds);
  return thread.comments
    .filter(({ commentId }) => added.has(commentId))
    .map((comment) => ({
      type: "comment.add",
      data: { ...onThread(thread), actionUser: toPerson(comment.from), targetComment: toEventComment(comment) },
    }));
}

/**
 * What changing comments of a thread tells: for each whose content is another one that, and its reactions by themselves.
 * Of more than 200 reactions only their comments are told.
 */
export function commentsChanged(before: Thread, after: Thread): ThreadEvent[] {
  const old = new Map(before.comments.map((comment) => [comment.commentId, comment]));
  const changes = after.comments.map((comment) => {
    const was = old.get(comment.commentId) ?? comment;
    return { comment, isOther: hasOtherContent(was, comment), reactions: reactionChanges(was, comment) };
  });
  const isMany = changes.reduce((sum, { reactions }) => sum + reactions.length, 0) > MAX_THREAD_EVENTS;
  const about = onThread(after);
  return changes.flatMap(({ comment, isOther, reactions }): ThreadEvent[] => {
    const isTold = isOther || (isMany && reactions.length > 0);
    return [
      ...(isTold
        ? [{ type: "comment.update" as const, data: { ...about, targetComment: toEventComment(comment) } }]
        : []),
      ...(isMany ? [] : reactions.map((reaction) => reactionEvent(about, comment, reaction))),
    ];
  });
}

function hasOtherContent(before: ThreadComment, after: ThreadComment): boolean {
  if (before === after) return false;
  const { reactionAnnotations: _had, lastUpdated: _then, ...was } = before;
  const { reactionAnnotations: _has, lastUpdated: _now, ...is } = after;
  return !isDeepStrictEqual(was, is);
}

function reactionEvent(about: object, { commentId }: ThreadComment, { type, reaction }: ReactionChange): ThreadEvent {
  const { icon, from } = reaction;
  // Who took a reaction back, no call says.
  const by = type === "comment.reaction_add" && { actionUser: toPerson(from) };
  return { type, data: { ...about, ...by, commentId, reaction: { icon, from: toPerson(from) } } };
}

/** What taking comments away tells, or their whole thread (`after` is missing). More than 200 are told in one event. */
export function commentsDeleted(before: Thread, after?: Thread): ThreadEvent[] {
  const left = new Set(after?.comments.map(({ commentId }) => commentId));
  const commentIds = before.comments.map(({ commentId }) => commentId).filter((commentId) => !left.has(commentId));
  const event = (which: object): ThreadEvent => ({ type: "comment.delete", data: { ...onThread(before), ...which } });
  return commentIds.length > MAX_THREAD_EVENTS
    ? [event({ commentIds })]
    : commentIds.map((commentId) => event({ commentId }));
}
