import type { KeyCall } from "@atrium/functions/call";
import type { CommentAnnotationInput } from "@atrium/functions/domain/comments/comment-annotation";
import { newThread } from "@atrium/functions/domain/comments/new-thread";
import { packThread, type StoredThread, threadPath } from "@atrium/functions/domain/comments/store/stored-thread";
import type { Thread } from "@atrium/functions/domain/comments/thread";
import type { Fields } from "../records.ts";
import { placeSteps, type Step } from "./step.ts";

/** Imports a comment thread with its comments. */
export function threadStep(call: KeyCall, fields: Fields<"commentAnnotation">): Step {
  const place = placeSteps(call, fields);
  const path = threadPath(place.path, fields.annotationId);
  return {
    path,
    reads: [...place.reads, path],
    apply(view) {
      place.check(view);
      const now = fields.createdAt ?? view.get<StoredThread>(path)?.createdAt ?? call.now();
      view.put(path, packThread(toThread(fields, now)));
    },
  };
}

/** The thread that a line describes. @param now default for missing times, in ms. @throws ApiError */
function toThread(fields: Fields<"commentAnnotation">, now: number): Thread {
  const { annotationId, documentId, comments, views, statusUpdatedByUserId, resolvedByUserId, resolvedByUser } = fields;
  const { organizationId: _, comments: _comments, views: _views, ...input } = fields;
  // A status may lack the colours that a new thread's status must have.
  const complete = { ...(input as Omit<CommentAnnotationInput, "commentData">), commentData: comments };
  const { thread } = newThread(complete, { annotationId, documentId, now });
  return {
    ...thread,
    // A new suggestion is pending; an imported one may have been decided.
    ...(fields.suggestion && { suggestion: { ...thread.suggestion, ...fields.suggestion } }),
    statusUpdatedByUserId,
    resolvedByUserId,
    resolvedByUser,
    views: new Map(views),
  };
}
