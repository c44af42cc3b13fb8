import { toPerson } from "#domain/events/event";
import type { ThreadPriority, ThreadStatus } from "./comment-annotation.ts";
import { toEventComment } from "./comment-events.ts";
import type { Thread } from "./thread.ts";
import { onThread, type ThreadEvent } from "./thread-event.ts";

/** The event for a new thread, with its first comments. */
export function threadAdded(thread: Thread): ThreadEvent {
  const { from, status, assignedTo, comments } = thread;
  return {
    type: "comment_annotation.add",
    data: {
      ...onThread(thread),
      actionUser: toPerson(from),
      status: toEventStatus(status),
      ...(assignedTo && { assignedTo: toPerson(assignedTo) }),
      comments: comments.map(toEventComment),
    },
  };
}

/**
 * Events for a changed thread (docs/behaviour.md#events): another assignee, status or priority, or a decided suggestion. Other
 * changes have no event.
 * @param statusUpdatedByUserId the user who changed the status, if the call names one.
 */
export function threadChanged(before: Thread, after: Thread, statusUpdatedByUserId?: string | null): ThreadEvent[] {
  if (before === after) return [];
  const about = onThread(after);
  const { assignedTo, status, priority, suggestion } = after;
  const events: ThreadEvent[] = [];
  if (before.assignedTo?.userId !== assignedTo?.userId)
    events.push({
      type: "comment_annotation.assign",
      data: { ...about, assignedTo: assignedTo ? toPerson(assignedTo) : null },
    });
  if (before.status.id !== status.id || before.status.type !== status.type) {
    const by = statusUpdatedByUserId && { actionUser: { userId: statusUpdatedByUserId } };
    const data = { ...about, ...by, oldStatus: toEventStatus(before.status), newStatus: toEventStatus(status) };
    events.push({ type: "comment_annotation.status_change", data });
  }
  if (before.priority?.id !== priority?.id)
    events.push({
      type: "comment_annotation.priority_change",
      data: { ...about, newPriority: priority ? toEventPriority(priority) : null },
    });
  const decision = decisionOf(suggestion?.status);
  if (decision && before.suggestion?.status !== suggestion?.status)
    events.push({ type: decision, data: { ...about, suggestion: { status: suggestion?.status } } });
  return events;
}

/** The event type of a suggestion's status; undefined for a status that decides nothing, which may be any text. */
function decisionOf(status: string | undefined): ThreadEvent["type"] | undefined {
  if (status === "accepted") return "comment_annotation.suggestion_accept";
  if (status === "rejected") return "comment_annotation.suggestion_reject";
  return undefined;
}

function toEventStatus({ id, name, type }: ThreadStatus) {
  return { id, name, type };
}

function toEventPriority({ id, name }: ThreadPriority) {
  return { id, name };
}
