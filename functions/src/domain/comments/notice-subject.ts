import { toPerson } from "#domain/events/event";
import type { NoticeSubject } from "#domain/events/notice-cause";
import type { EmbeddedUser } from "#platform/shapes/embedded-user";
import { toEndedThread } from "./ended-thread.ts";
import type { Thread } from "./thread.ts";
import type { ThreadEvent } from "./thread-event.ts";

/** Longest detail of a notice, in UTF-16 units. */
const MAX_DETAIL = 200;

/** The fields of an event's data that a notice needs. */
interface EventFacts {
  annotationId: string;
  actionUser?: EmbeddedUser;
  commentId?: number;
  targetComment?: { commentId: number; from: EmbeddedUser };
  newStatus?: { name?: string };
  newPriority?: { name?: string } | null;
  reaction?: { icon?: string };
}

/** The subject of notices about a deleted thread. @param user the user of the call, who deleted it. */
export function noticeOfEnd(
  thread: Thread,
  user: Pick<EmbeddedUser, "userId" | "name" | "email"> | undefined,
): NoticeSubject {
  return { annotationId: thread.annotationId, ...(user && { actor: toPerson(user) }), ended: toEndedThread(thread) };
}

/** The subject of notices about an event. @param user the user of the call, who caused it. */
export function noticeOf(
  { type, data }: ThreadEvent,
  user: Pick<EmbeddedUser, "userId" | "name" | "email"> | undefined,
): NoticeSubject {
  const { annotationId, actionUser, commentId, targetComment, ...changes } = data as unknown as EventFacts;
  // A call with an API key does not say who changed a comment; usually its author did.
  const author = type === "comment.update" ? targetComment?.from : undefined;
  const actor = user ?? actionUser ?? author;
  const id = commentId ?? targetComment?.commentId;
  const detail = changes.newStatus?.name ?? changes.newPriority?.name ?? changes.reaction?.icon;
  return {
    annotationId,
    ...(id !== undefined && { commentId: id }),
    ...(actor && { actor: toPerson(actor) }),
    ...(detail !== undefined && { detail: detail.slice(0, MAX_DETAIL) }),
  };
}
