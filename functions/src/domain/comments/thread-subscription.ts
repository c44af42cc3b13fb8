import * as z from "zod";
import { Id } from "#platform/shapes/fields";
import { list } from "#platform/shapes/list";
import { AnnotationId } from "./comment-annotation.ts";

/** A user, and the threads of a document that the user subscribes to or unsubscribes from. */
export const ThreadSubscription = z.object({
  organizationId: Id,
  documentId: Id,
  annotationIds: list(AnnotationId, { unique: String, max: 500 }),
  userId: Id,
});
