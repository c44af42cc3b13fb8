import * as z from "zod";
import { MAX_ITEMS } from "#platform/shapes/limits";
import { Comment, EarlierCommentInputs } from "./comment.ts";
import { CommentAnnotation, CommentAnnotationInput } from "./comment-annotation.ts";

/** Threads as v1 accepts them, without the fields that v2 added. */
export const EarlierCommentAnnotationInputs = z
  .array(
    CommentAnnotationInput.omit({ type: true, suggestion: true }).extend({
      commentData: EarlierCommentInputs,
    }),
  )
  .min(1)
  .max(MAX_ITEMS);

/** A thread as v1 returns it: `createdAt` is ISO 8601. */
export const EarlierCommentAnnotation = CommentAnnotation.extend({
  createdAt: z.string(),
  comments: z.array(Comment.extend({ createdAt: z.string() })),
});
export type EarlierCommentAnnotation = z.input<typeof EarlierCommentAnnotation>;
