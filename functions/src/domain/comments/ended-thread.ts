import { toPerson } from "#domain/events/event";
import type { EndedThread } from "#domain/events/notice-cause";
import type { ThreadVisibility } from "./comment-annotation.ts";
import { newThread } from "./new-thread.ts";
import type { Thread } from "./thread.ts";

/** Maximum number of people kept of a deleted thread, of participants and in its visibility each: a call may delete many threads. */
const MAX_PEOPLE = 200;

/** What the notices of a deleted thread need: who took part in it and who may see it, but no text of anybody. */
export function toEndedThread(thread: Thread): EndedThread {
  const { from, assignedTo, location, visibility, comments, subscribedUserIds = [] } = thread;
  const left = new Set(thread.unsubscribedUserIds);
  const people = new Set([...subscribedUserIds, ...comments.map((comment) => comment.from.userId)]);
  return {
    from: toPerson(from),
    ...(assignedTo && { assignedTo: toPerson(assignedTo) }),
    ...(location?.id !== undefined && { locationId: location.id }),
    visibility: { ...visibility, ...(visibility.userIds && { userIds: visibility.userIds.slice(0, MAX_PEOPLE) }) },
    subscribedUserIds: [...people.difference(left)].slice(0, MAX_PEOPLE),
    unsubscribedUserIds: left.has(from.userId) ? [from.userId] : [],
  };
}

/** Rebuilds a deleted thread from what is kept of it, without comments. */
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
