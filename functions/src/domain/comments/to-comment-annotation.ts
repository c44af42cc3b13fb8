import type { CommentAnnotation } from "./comment-annotation.ts";
import type { EarlierCommentAnnotation } from "./earlier-comment-annotation.ts";
import { type Thread, toComment } from "./thread.ts";

/** The thread as returned. The service's metadata fields replace the customer's fields of the same name. */
export function toCommentAnnotation(
  thread: Thread,
  owner: { apiKey: string; organizationId: string },
): CommentAnnotation {
  const {
    views,
    comments,
    metadata,
    documentId,
    namedByUser: _,
    subscribedUserIds,
    unsubscribedUserIds: __,
    ...fields
  } = thread;
  const { userIds = [], ...visibility } = thread.visibility;
  return {
    ...fields,
    documentId,
    metadata: { ...metadata, ...owner, documentId },
    visibilityConfig: {
      ...visibility,
      ...(visibility.organizationId !== undefined && { organizationIds: [visibility.organizationId] }),
      userIds,
    },
    sourceType: comments[0]?.agent ? "agent" : "rest-api",
    viewedByUserIds: [...views.keys()],
    ...(subscribedUserIds && { subscribedUserIds: [...subscribedUserIds] }),
    comments: comments.map(toComment),
  };
}

/** The thread as v1 returns it: creation times are ISO 8601 texts. */
export function toEarlierCommentAnnotation(thread: CommentAnnotation): EarlierCommentAnnotation {
  return { ...withIsoDate(thread), comments: thread.comments.map(withIsoDate) };
}

function withIsoDate<T extends { createdAt: number }>(item: T): Omit<T, "createdAt"> & { createdAt: string } {
  return { ...item, createdAt: new Date(item.createdAt).toISOString() };
}
