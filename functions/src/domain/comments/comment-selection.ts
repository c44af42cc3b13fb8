import * as z from "zod";
import { Id } from "#platform/fields";
import { MAX_ITEMS } from "#platform/limits";
import { refuseDuplicates } from "#platform/unique";
import { CommentId } from "./comment.ts";
import { AnnotationId } from "./comment-annotation.ts";

/** Fields that name a thread. */
export const threadFields = { organizationId: Id, documentId: Id, annotationId: AnnotationId };

/** Several comments to change: at most 500. */
export const ManyCommentIds = z.array(CommentId).min(1).max(MAX_ITEMS);

/** Several comments to look up: at most 30. */
export const CommentIds = z.array(CommentId).min(1).max(30);

/** Shape of the outcomes of comments, keyed by their ids. */
export const CommentResults = z.record(
  z.string(),
  z.object({
    success: z.boolean(),
    id: z.number(),
    message: z.string(),
    code: z.enum(["not-found", "permission-denied"]).optional(),
  }),
);

/** @throws ApiError INVALID_ARGUMENT when a comment is named twice. */
export function refuseSameComments(commentIds: readonly number[]): void {
  refuseDuplicates(commentIds.map(String), "commentIds");
}
