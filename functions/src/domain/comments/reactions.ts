import { ApiError } from "#platform/error";
import { MAX_ITEMS } from "#platform/shapes/limits";
import { notFound } from "#src/errors";
import type { ReactionAnnotation } from "./comment.ts";
import { type Thread, type ThreadComment, updateComments } from "./thread.ts";

/** The icon and user of a reaction, which together identify it on a comment. */
export interface ReactionKey {
  icon: string;
  userId: string;
}

/**
 * Adds a reaction to a comment. A user can add each icon once per comment: adding it again leaves the thread unchanged.
 * @throws ApiError NOT_FOUND without the comment, FAILED_PRECONDITION at the maximum number of reactions.
 */
export function addReaction(thread: Thread, commentId: number, reaction: ReactionAnnotation, now: number): Thread {
  const { reactionAnnotations = [] } = requireComment(thread, commentId);
  if (reactionAnnotations.some(isReaction({ icon: reaction.icon, userId: reaction.from.userId }))) return thread;
  if (reactionAnnotations.length >= MAX_ITEMS)
    throw new ApiError("FAILED_PRECONDITION", `A comment has at most ${MAX_ITEMS} reactions. Delete others first.`);
  return updateComments(thread, [commentId], { reactionAnnotations: [...reactionAnnotations, reaction] }, now);
}

/** Deletes a reaction from a comment; without that reaction the thread is unchanged. @throws ApiError NOT_FOUND */
export function deleteReaction(thread: Thread, commentId: number, key: ReactionKey, now: number): Thread {
  const { reactionAnnotations = [] } = requireComment(thread, commentId);
  const isIt = isReaction(key);
  const rest = reactionAnnotations.filter((reaction) => !isIt(reaction));
  if (rest.length === reactionAnnotations.length) return thread;
  return updateComments(thread, [commentId], { reactionAnnotations: rest }, now);
}

/** How many reactions a comment of the thread has. */
export function countReactions(thread: Thread, commentId: number): number {
  return requireComment(thread, commentId).reactionAnnotations?.length ?? 0;
}

function requireComment({ comments }: Thread, commentId: number): ThreadComment {
  const comment = comments.find((one) => one.commentId === commentId);
  if (!comment) throw notFound("comment");
  return comment;
}

function isReaction({ icon, userId }: ReactionKey) {
  return (reaction: ReactionAnnotation) => reaction.icon === icon && reaction.from.userId === userId;
}
