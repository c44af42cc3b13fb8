import { isDeepStrictEqual } from "node:util";
import { toPerson } from "#domain/events/event";
import type { Moderation, ThreadPriority, ThreadStatus } from "./comment-annotation.ts";
import { toEventComment } from "./comment-events.ts";
import type { Thread } from "./thread.ts";
import { type ThreadEvent, threadReference } from "./thread-event.ts";
import { userInThread } from "./thread-people.ts";

/** The event for a new thread, with its first comments. */
export function threadAdded(thread: Thread): ThreadEvent {
  const { from, status, assignedTo, comments } = thread;
  return {
    type: "comment_annotation.add",
    data: {
      ...threadReference(thread),
      actionUser: toPerson(from),
      status: toEventStatus(status),
      ...(assignedTo && { assignedTo: toPerson(assignedTo) }),
      comments: comments.map(toEventComment),
    },
  };
}

/**
 * Events for a changed thread (docs/behaviour.md#events): a new assignee, status, priority or custom list, changed
 * subscriptions, a moderator's decision or a decided suggestion. Other changes emit no event.
 * @param statusUpdatedByUserId the user who changed the status, if the call names one.
 */
export function threadChanged(before: Thread, after: Thread, statusUpdatedByUserId?: string | null): ThreadEvent[] {
  if (before === after) return [];
  const about = threadReference(after);
  const { assignedTo, status, priority, suggestion, moderation } = after;
  const events: ThreadEvent[] = [];
  if (before.assignedTo?.userId !== assignedTo?.userId)
    events.push({
      type: "comment_annotation.assign",
      data: { ...about, assignedTo: assignedTo ? toPerson(assignedTo) : null },
    });
  if (before.status.id !== status.id || before.status.type !== status.type) {
    const by = statusUpdatedByUserId && { actionUser: toPerson(userInThread(after, statusUpdatedByUserId)) };
    const data = { ...about, ...by, oldStatus: toEventStatus(before.status), newStatus: toEventStatus(status) };
    events.push({ type: "comment_annotation.status_change", data });
  }
  if (before.priority?.id !== priority?.id)
    events.push({
      type: "comment_annotation.priority_change",
      data: { ...about, newPriority: priority ? toEventPriority(priority) : null },
    });
  if (!isDeepStrictEqual(before.customList, after.customList))
    events.push({
      type: "comment_annotation.custom_list_change",
      data: { ...about, customList: after.customList ?? [] },
    });
  events.push(...subscriptionsChanged(before, after));
  if (moderation && before.moderation !== moderation)
    events.push({ type: moderationEvents[moderation], data: { ...about, moderation } });
  const decision = decisionOf(suggestion?.status);
  if (decision && before.suggestion?.status !== suggestion?.status)
    events.push({ type: decision, data: { ...about, suggestion: { status: suggestion?.status } } });
  return events;
}

const moderationEvents: { [decision in Moderation]: ThreadEvent["type"] } = {
  accepted: "comment_annotation.accept",
  rejected: "comment_annotation.reject",
  approved: "comment_annotation.approve",
};

/** One event for all users who subscribed, and one for all who unsubscribed. */
function subscriptionsChanged(before: Thread, after: Thread): ThreadEvent[] {
  const [old, current] = [new Set(before.subscribedUserIds), new Set(after.subscribedUserIds)];
  const event = (type: ThreadEvent["type"], [userId, ...others]: readonly string[]): ThreadEvent[] => {
    if (userId === undefined) return [];
    const actor = others.length === 0 && { actionUser: toPerson(userInThread(after, userId)) };
    return [{ type, data: { ...threadReference(after), ...actor, userIds: [userId, ...others] } }];
  };
  return [
    ...event("comment_annotation.subscribe", [...current.difference(old)]),
    ...event("comment_annotation.unsubscribe", [...old.difference(current)]),
  ];
}

/** The event type for a suggestion's status, which may be any text; undefined unless it is a decision. */
function decisionOf(status: string | undefined): ThreadEvent["type"] | undefined {
  if (status === "accepted") return "comment_annotation.suggestion_accept";
  if (status === "rejected") return "comment_annotation.suggestion_reject";
  return undefined;
}

function toEventStatus({ id, name, type, ...look }: ThreadStatus) {
  return { id, name, type, ...colours(look) };
}

function toEventPriority({ id, name, ...look }: ThreadPriority) {
  return { id, name, ...colours(look) };
}

function colours({ color, lightColor }: Pick<ThreadStatus, "color" | "lightColor">) {
  return { ...(color !== undefined && { color }), ...(lightColor !== undefined && { lightColor }) };
}
