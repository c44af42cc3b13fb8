import { viewOf } from "#domain/access/store/user-view";
import type { Thread } from "#domain/comments/thread";
import { isVisibleTo } from "#domain/comments/thread-visibility";
import type { Place } from "#domain/organizations/store/organizations";
import type { KeyCall } from "#src/call";
import type { StoreReader } from "#store/port";

/** Decides which threads of an organization the user of a call may see, including access to their documents. */
export type FindVisibleThreads = (
  organizationId: string,
  threads: readonly Thread[],
) => Promise<(thread: Thread) => boolean>;

/**
 * Creates the check for one call. It caches its decisions from page to page.
 * @returns undefined for a call with an API key, which sees everything.
 */
export function visibleThreads(call: KeyCall, reader?: StoreReader): FindVisibleThreads | undefined {
  const view = viewOf(call, reader);
  if (!view || !call.user) return undefined;
  const { isAdmin, userId } = call.user;
  return async (organizationId, threads) => {
    const document = ({ documentId }: Thread): Place => ({ organizationId, documentId });
    const privateTo = isAdmin ? [] : threads.flatMap(({ visibility }) => visibility.organizationId ?? []);
    const decision = await view.places([...threads.map(document), ...privateTo.map((id) => ({ organizationId: id }))]);
    const isMember = (id: string) => decision({ organizationId: id }).allowed;
    return (thread) =>
      decision(document(thread)).allowed && (isAdmin || isVisibleTo(thread.visibility, userId, isMember));
  };
}
