import type { CommentAnnotation } from "./comment-annotation.ts";
import type { EarlierCommentAnnotation } from "./earlier-comment-annotation.ts";
import { shownComment, type Thread } from "./thread.ts";

/** The thread as given out. What the service knows wins over metadata of the customer's of the same name. */
export function shownThread(thread: Thread, known: { apiKey: string; organizationId: string }): CommentAnnotation {
  const { views, comments, metadata, documentId, namedByUser: _, ...shown } = thread;
  const { userIds = [], ...visibility } = thread.visibility;
  return {
    ...shown,
    documentId,
    metadata: { ...metadata, ...known, documentId },
    visibilityConfig: {
      ...visibility,
      ...(visibility.organizationId !== undefined && { organizationIds: [visibility.organizationId] }),
      userIds,
    },
    sourceType: comments[0]?.agent ? "agent" : "rest-api",
    viewedByUserIds: [...views.keys()],
    comments: comments.map(shownComment),
  };
}

/** The thread as v1 gives it out: times of creation are ISO 8601. */
export function withDates(thread: CommentAnnotation): EarlierCommentAnnotation {
  return { ...dated(thread), comments: thread.comments.map(dated) };
}

function dated<T extends { createdAt: number }>(of: T): Omit<T, "createdAt"> & { createdAt: string } {
  return { ...of, createdAt: new Date(of.createdAt).toISOString() };
}
