import { toEventThread, toTargetComment } from "#domain/comments/event-thread";
import { noticeOf, noticeOfEnd } from "#domain/comments/notice-subject";
import type { Thread, ThreadComment } from "#domain/comments/thread";
import type { ThreadEvent } from "#domain/comments/thread-event";
import { toPerson } from "#domain/events/event";
import type { SharedPart } from "#domain/events/shared-part";
import type { Emit } from "#domain/events/store/change";
import type { EmbeddedUser } from "#platform/shapes/embedded-user";
import type { KeyCall } from "#src/call";

/** Where a thread is, and how its events are emitted. */
export interface ThreadEmitter {
  call: Pick<KeyCall, "apiKey" | "user" | "notifies">;
  place: { organizationId: string; documentId: string };
  emit: Emit;
}

/**
 * Emits events of a thread, each with the thread itself and the comment that the event names; the event of a new thread
 * contains its first comment.
 * @param before the thread before the change, for comments that have been deleted.
 */
export function emitThreadEvents(
  { call, place: { organizationId, documentId }, emit }: ThreadEmitter,
  events: readonly ThreadEvent[],
  thread: Thread,
  before: Thread = thread,
): void {
  if (events.length === 0) return;
  const owner = { apiKey: call.apiKey.apiKeyId, organizationId };
  const commentAnnotation: SharedPart = { make: () => toEventThread(thread, owner) };
  const targets = events.map((event) => targetOf(event, thread));
  const parts = partsOf(new Set(targets), before.comments, thread.comments);
  for (const [i, { noticeInstead, ...event }] of events.entries()) {
    const targetComment = parts.get(targets[i]);
    const shared = { commentAnnotation, ...(targetComment && { targetComment }) };
    const data = withActor(event.data, call.user);
    const notice =
      call.notifies &&
      noticeInstead !== "none" &&
      (noticeInstead === "endOfThread" ? noticeOfEnd(thread, call.user) : noticeOf(event, call.user));
    emit({ ...event, data, organizationId, documentId, shared, ...(notice && { notice }) });
  }
}

/** The data of an event, with the user of the call as the one who acted, unless it names somebody else. */
function withActor(data: ThreadEvent["data"], user: ThreadEmitter["call"]["user"]): ThreadEvent["data"] {
  const { actionUser } = data as { actionUser?: EmbeddedUser };
  if (!user || (actionUser && actionUser.userId !== user.userId)) return data;
  return { ...data, actionUser: { ...toPerson(user), ...actionUser } };
}

/** The parts of the comments with these numbers, by number. If both lists contain a comment, the later list counts. */
function partsOf(
  targets: ReadonlySet<number | undefined>,
  ...lists: (readonly ThreadComment[])[]
): Map<number | undefined, SharedPart> {
  const parts = new Map<number | undefined, SharedPart>();
  for (const comments of lists)
    for (const comment of comments)
      if (targets.has(comment.commentId)) parts.set(comment.commentId, { make: () => toTargetComment(comment) });
  return parts;
}

/** The number of the comment that an event is about; undefined if it is about the thread or about many comments. */
function targetOf({ type, data }: ThreadEvent, thread: Thread): number | undefined {
  if (type === "comment_annotation.add") return thread.comments[0]?.commentId;
  const { commentId, targetComment } = data as { commentId?: number; targetComment?: { commentId: number } };
  return targetComment?.commentId ?? commentId;
}
