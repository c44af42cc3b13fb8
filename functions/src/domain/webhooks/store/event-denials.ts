import { accessDecisions } from "#domain/access/store/access-decisions";
import type { ThreadVisibility } from "#domain/comments/comment-annotation";
import { isVisibleTo } from "#domain/comments/thread-visibility";
import { type EventThread, peopleInThread } from "#domain/events/basic-body";
import type { WebhookEvent } from "#domain/events/webhook-event";
import type { Place } from "#domain/organizations/store/organizations";
import { findApiKey } from "#domain/workspaces/store/api-keys";
import { retryOnConflict } from "#platform/async/retry-on-conflict";
import type { KeyCall } from "#src/call";
import type { Context } from "#src/context";

/** Maximum number of people of a thread whose access is decided for an event. */
const MAX_PEOPLE = 100;

/**
 * Adds to a thread's events the users whom the thread names although they may not see it: because they can't access the
 * document, which a permission provider may decide, or because of the visibility of the thread.
 */
export async function withDenials(
  context: Context,
  apiKeyId: string,
  events: readonly WebhookEvent[],
): Promise<readonly WebhookEvent[]> {
  if (!events.some(({ data }) => data.commentAnnotation)) return events;
  const apiKey = await findApiKey(context.store, apiKeyId);
  if (!apiKey) return events;
  const call: KeyCall = { ...context, requestId: "fan-out", apiKey };
  const decided = new Map<string, Promise<string[]>>();
  return Promise.all(
    events.map(async (event) => {
      const { metadata, commentAnnotation } = event.data;
      const { organizationId, documentId } = metadata;
      if (!commentAnnotation || organizationId === undefined || documentId === undefined) return event;
      const thread = commentAnnotation as EventThread;
      const people = peopleInThread(thread).slice(0, MAX_PEOPLE);
      const key = JSON.stringify([organizationId, documentId, thread.visibility, people]);
      const place = { organizationId, documentId };
      const deciding =
        decided.get(key) ??
        retryOnConflict(() => deniedUsers(call, place, thread.visibility as ThreadVisibility, people));
      decided.set(key, deciding);
      return { ...event, accessDeniedUsers: await deciding };
    }),
  );
}

async function deniedUsers(
  call: KeyCall,
  place: Place,
  visibility: ThreadVisibility,
  people: readonly string[],
): Promise<string[]> {
  const [opens, members] = await Promise.all([
    whoMayRead(call, place, people),
    visibility.type === "organizationPrivate" && visibility.organizationId !== undefined
      ? whoMayRead(call, { organizationId: visibility.organizationId }, people)
      : new Set<string>(),
  ]);
  // A thread that is too large for an event has no list of the users who may see it.
  const isListed = visibility.userIds !== undefined;
  const sees = (userId: string) => !isListed || isVisibleTo(visibility, userId, () => members.has(userId));
  return people.filter((userId) => !opens.has(userId) || !sees(userId));
}

/** The users who may read a place. A place that no longer exists denies nobody. */
async function whoMayRead(call: KeyCall, place: Place, people: readonly string[]): Promise<Set<string>> {
  const requests = people.map((userId) => ({
    user: { userId },
    action: "read" as const,
    place,
    source: "setNotifications" as const,
  }));
  const decisions = await accessDecisions(call.store, call, requests);
  return new Set(people.filter((_, i) => decisions[i]?.allowed || decisions[i]?.rule.kind === "missing"));
}
