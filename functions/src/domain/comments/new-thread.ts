import { ApiError } from "#platform/error";
import type { CommentAnnotationInput, ThreadStatus, ThreadVisibility } from "./comment-annotation.ts";
import { addComments, type Thread } from "./thread.ts";

/** The status of a new thread unless the caller sets one. */
export const OPEN: ThreadStatus = {
  id: "OPEN",
  name: "Open",
  type: "default",
  color: "#2563EB",
  lightColor: "#DBEAFE",
};

/**
 * Creates a new thread from a request (docs/behaviour.md#comments).
 * @param options.now ms since 1970.
 * @param options.isByUser whether a user with a token creates it.
 * @throws ApiError INVALID_ARGUMENT without comments; ALREADY_EXISTS when two of its comments have the same id.
 */
export function newThread(
  input: CommentAnnotationInput,
  {
    annotationId,
    documentId,
    now,
    isByUser = false,
  }: { annotationId: string; documentId: string; now: number; isByUser?: boolean },
): { thread: Thread; commentIds: number[] } {
  const { commentData, status = OPEN, commentType = "manual", createdAt = now, ...details } = input;
  const { from = commentData[0]?.from, lastUpdated = createdAt, suggestion } = input;
  if (!from) throw new ApiError("INVALID_ARGUMENT", "A thread needs a comment.");
  const { type = commentType === "suggestion" ? "suggestion" : "comment", visibility = { type: "public" } } = input;
  const empty: Thread = {
    ...details,
    annotationId,
    documentId,
    from,
    status,
    type,
    commentType,
    createdAt,
    lastUpdated,
    ...(suggestion && { suggestion: { ...suggestion, status: "pending" } }),
    visibility: visibleToAuthor(visibility, from.userId),
    views: new Map(),
    comments: [],
    ...(isByUser && input.annotationId !== undefined && { namedByUser: true }),
  };
  const { thread, commentIds } = addComments(empty, commentData, now, { isByUser });
  return { thread: { ...thread, lastUpdated }, commentIds };
}

/** Adds the author to the users who see a thread, unless everyone sees it. */
export function visibleToAuthor(visibility: ThreadVisibility, userId: string): ThreadVisibility {
  if (visibility.type === "public") return visibility;
  return { ...visibility, userIds: [...new Set([...(visibility.userIds ?? []), userId])] };
}
