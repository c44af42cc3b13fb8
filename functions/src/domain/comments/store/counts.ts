import { type UserView, viewOf } from "#domain/access/store/user-view";
import { isUnread, isVisibleTo } from "#domain/comments/thread-visibility";
import { readDocuments } from "#domain/documents/store/documents";
import { userPath } from "#domain/organizations/store/members";
import {
  documentPath,
  organizationPath,
  requireOrganization,
  unlessDeleting,
} from "#domain/organizations/store/organizations";
import { TimeSlice } from "#platform/async/time-slice";
import type { KeyCall } from "#src/call";
import { type CountedThreads, type CountFilter, readCounted, type ThreadCount } from "./counted-threads.ts";
import type { ThreadSummary } from "./stored-thread.ts";

/** The user for whom threads are counted, and the organization. */
export interface CountQuestion extends CountFilter {
  organizationId: string;
}

/**
 * Counts threads by document, from indexes and summaries alone. The count is 0 for a document that does not exist or
 * that the user of the call may not read.
 * @throws ApiError NOT_FOUND when the organization does not exist.
 */
export async function countThreads(
  call: KeyCall,
  question: CountQuestion,
  documentIds: readonly string[],
): Promise<Map<string, ThreadCount>> {
  const { organizationId } = question;
  const slice = new TimeSlice();
  const [{ organization, documents }, ...counted] = await Promise.all([
    readDocuments(call.store, call, organizationId, documentIds),
    ...documentIds.map((id) => readCounted(call, documentPath(call, organizationId, id), question, slice)),
  ]);
  requireOrganization(organization);
  const view = viewOf(call);
  const existing = documentIds.filter((id) => unlessDeleting(documents.get(id)) !== undefined);
  const decision = await view?.documents(organizationId, existing);
  const readable = new Set(existing.filter((id) => decision?.(id).allowed ?? true));
  const isMember = await membershipOf(
    call,
    view,
    question.userId,
    counted.flatMap(({ singly }) => singly),
  );
  const sees = ({ visibility }: ThreadSummary) =>
    call.user?.isAdmin || isVisibleTo(visibility, question.userId, isMember);
  const counts = new Map<string, ThreadCount>();
  for (const [i, id] of documentIds.entries()) {
    if (slice.isOver) await slice.next();
    const threads = counted[i];
    counts.set(id, threads && readable.has(id) ? countOf(question, threads, sees) : { total: 0, unread: 0 });
  }
  return counts;
}

function countOf(
  { userId, statusIds }: CountQuestion,
  { byIndex, singly }: CountedThreads,
  sees: (glance: ThreadSummary) => boolean,
): ThreadCount {
  const visibleGlances = singly.filter((glance) => (!statusIds || statusIds.includes(glance.statusId)) && sees(glance));
  const unread = visibleGlances.filter((glance) => isUnread(userId, glance)).length;
  return { total: byIndex.total + visibleGlances.length, unread: byIndex.unread + unread };
}

/** Returns a check of whether the user is a member of an organization to which one of the threads is private. */
async function membershipOf(
  call: KeyCall,
  view: UserView | undefined,
  userId: string,
  glances: readonly ThreadSummary[],
) {
  const organizationIds = [...new Set(glances.flatMap(({ visibility }) => visibility.organizationId ?? []))];
  if (view) return view.organizations(organizationIds);
  if (organizationIds.length === 0) return () => false;
  const members = await call.store.getExisting(
    organizationIds.map((id) => userPath(organizationPath(call, id), userId)),
  );
  const memberOf = new Set(organizationIds.filter((_, i) => members[i]));
  return (id: string) => memberOf.has(id);
}
