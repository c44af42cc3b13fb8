import { toPerson } from "#domain/events/event";
import type { EndedThread } from "#domain/events/notice-cause";
import type { ThreadVisibility } from "./comment-annotation.ts";
import { newThread } from "./new-thread.ts";
import type { Thread } from "./thread.ts";

/** Maximum number of participants, and of users in `visibility`, kept per thread: a call may delete many. */
const MAX_PEOPLE = 200;

/** The data that notices about a deleted thread need: who took part in it and who may see it, but no comment text. */
export function toEndedThread(thread: Thread): EndedThread {
  const { from, assignedTo, location, visibility, comments, subscribedUserIds = [] } = thread;
  const unsubscribers = new Set(thread.unsubscribedUserIds);
  const people = new Set([...subscribedUserIds, ...comments.map((comment) => comment.from.userId)]);
  return {
    from: toPerson(from),
    ...(assignedTo && { assignedTo: toPerson(assignedTo) }),
    ...(location?.id !== undefined && { locationId: location.id }),
    visibility: { ...visibility, ...(visibility.userIds && { userIds: visibility.userIds.slice(0, MAX_PEOPLE) }) },
    subscribedUserIds: [...people.difference(unsubscribers)].slice(0, MAX_PEOPLE),
    unsubscribedUserIds: unsubscribers.has(from.userId) ? [from.userId] : [],
  };
}

/** Rebuilds a deleted thread from the data kept of it, without comments. */
export function fromEndedThread(
  { from, assignedTo, locationId, visibility, subscribedUserIds, unsubscribedUserIds }: EndedThread,
  place: { annotationId: string; documentId: string; timestamp: number },
): Thread {
  const input = {
    ...{ from, commentData: [], visibility: visibility as ThreadVisibility },
    ...(assignedTo && { assignedTo }),
    ...(locationId !== undefined && { location: { id: locationId } }),
  };
  return { ...newThread(input, { ...place, now: place.timestamp }).thread, subscribedUserIds, unsubscribedUserIds };
}
