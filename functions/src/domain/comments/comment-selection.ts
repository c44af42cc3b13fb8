import * as z from "zod";
import { Id } from "#platform/fields";
import { MAX_ITEMS } from "#platform/limits";
import { list } from "#platform/list";
import { CommentId } from "./comment.ts";
import { AnnotationId } from "./comment-annotation.ts";

/** Fields of a request that identify a thread. */
export const threadFields = { organizationId: Id, documentId: Id, annotationId: AnnotationId };

/** Several comments to change: at most 500. */
export const ManyCommentIds = list(CommentId, { unique: String, max: MAX_ITEMS });

/** Users whose comments to change: at most 500; repeated ids count once. */
export const ManyAuthors = z.array(Id).min(1).max(MAX_ITEMS);

/** Several comments to look up: at most 30. */
export const CommentIds = list(CommentId, { unique: String, max: 30 });

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
