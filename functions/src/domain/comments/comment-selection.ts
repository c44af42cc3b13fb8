import * as z from "zod";
import { Id, idsOf } from "#platform/shapes/fields";
import { MAX_ITEMS } from "#platform/shapes/limits";
import { list } from "#platform/shapes/list";
import { CommentId } from "./comment.ts";
import { AnnotationId } from "./comment-annotation.ts";
import type { ThreadComment } from "./thread.ts";

/** Fields of a request that identify a thread. */
export const threadFields = { organizationId: Id, documentId: Id, annotationId: AnnotationId };

/** Field of a request that says whether people are notified. Default: only with a user token. */
export const notificationField = { triggerNotification: z.boolean().optional() };

/**
 * Selects comments of a thread to change or delete: those that meet all conditions; without conditions, all comments.
 */
export const commentsToChange = {
  commentIds: list(CommentId, { unique: String, max: MAX_ITEMS }).optional(),
  /** Only comments that these users wrote; repeated ids count once. */
  userIds: z.array(Id).min(1).max(MAX_ITEMS).optional(),
};

/**
 * Applies the conditions of a call to the comments of a thread.
 * @param isAllowed whether the caller may change or delete a comment. Without `commentIds`, other comments are skipped.
 * @returns `ids` of comments to change, the ids `answered` in the reply, and the comments by the selected authors.
 */
export function selectComments(
  comments: readonly ThreadComment[],
  { commentIds, userIds }: { commentIds?: readonly number[] | undefined; userIds?: readonly string[] | undefined },
  isAllowed: (comment: ThreadComment) => boolean,
): { ids: number[]; answered: readonly number[]; byAuthors: readonly ThreadComment[] } {
  const authors = userIds && new Set(userIds);
  const byAuthors = authors ? comments.filter(({ from }) => authors.has(from.userId)) : comments;
  const allowed = new Set(byAuthors.filter(isAllowed).map(({ commentId }) => commentId));
  const answered = commentIds ?? [...allowed];
  return { ids: answered.filter((id) => allowed.has(id)), answered, byAuthors };
}

/** Several comments to look up: at most 30; repeated ids count once. */
export const CommentIds = idsOf(CommentId);

/** The outcomes for comments, by their ids. */
export const CommentResults = z.record(
  z.string(),
  z.object({
    success: z.boolean(),
    id: z.number(),
    message: z.string(),
    code: z.enum(["not-found", "permission-denied"]).optional(),
  }),
);
