import { type UserView, viewOf } from "#domain/access/store/user-view";
import { isUnread, isVisibleTo } from "#domain/comments/thread-visibility";
import { readDocuments } from "#domain/documents/store/documents";
import { userPath } from "#domain/organizations/store/members";
import {
  documentPath,
  organizationPath,
  present,
  requireOrganization,
} from "#domain/organizations/store/organizations";
import { TimeSlice } from "#platform/async/time-slice";
import type { KeyCall } from "#src/call";
import type { Cursor } from "#store/port";
import { type Glance, type StoredThread, threadsOf, unpackGlance } from "./stored-thread.ts";

/** Counting stops at this number of threads of a document. */
const MAX_COUNTED = 10_000;
const BATCH = 1000;
/** Most bytes of threads in one read. */
const BATCH_BYTES = 4 * 1024 * 1024;

/** Whose threads to count, and with which statuses; without `statusIds` all of them. */
export interface CountQuestion {
  organizationId: string;
  userId: string;
  statusIds?: readonly string[] | undefined;
}

/** How many threads the user may see, and how many of them have unread comments. */
export interface ThreadCount {
  total: number;
  unread: number;
}

/**
 * Counts threads by document from their summaries alone. The count is 0 for a document that does not exist or that the user
 * of the call may not read.
 * @throws ApiError NOT_FOUND when the organization is not there.
 */
export async function countThreads(
  call: KeyCall,
  question: CountQuestion,
  documentIds: readonly string[],
): Promise<Map<string, ThreadCount>> {
  const { organizationId } = question;
  const slice = new TimeSlice();
  const [{ organization, documents }, ...glances] = await Promise.all([
    readDocuments(call.store, call, organizationId, documentIds),
    ...documentIds.map((id) => glancesOf(call, documentPath(call, organizationId, id), slice)),
  ]);
  requireOrganization(organization);
  const view = viewOf(call);
  const existing = documentIds.filter((id) => present(documents.get(id)) !== undefined);
  const decision = await view?.documents(organizationId, existing);
  const readable = new Set(existing.filter((id) => decision?.(id).allowed ?? true));
  const isMember = await membershipOf(call, view, question.userId, glances.flat());
  const sees = ({ visibility }: Glance) => call.user?.isAdmin || isVisibleTo(visibility, question.userId, isMember);
  const counts = new Map<string, ThreadCount>();
  for (const [i, id] of documentIds.entries()) {
    if (slice.isOver) await slice.next();
    counts.set(id, countOf(question, readable.has(id) ? (glances[i] ?? []) : [], sees));
  }
  return counts;
}

function countOf(
  { userId, statusIds }: CountQuestion,
  glances: readonly Glance[],
  sees: (glance: Glance) => boolean,
): ThreadCount {
  const counted = glances.filter((glance) => (!statusIds || statusIds.includes(glance.statusId)) && sees(glance));
  return { total: counted.length, unread: counted.filter((glance) => isUnread(userId, glance)).length };
}

async function glancesOf(call: KeyCall, document: string, slice: TimeSlice): Promise<Glance[]> {
  const glances: Glance[] = [];
  let after: Cursor | undefined;
  do {
    const { docs, cursor } = await call.store.query<Pick<StoredThread, "glance">>({
      collection: threadsOf(document),
      select: ["glance"],
      limit: BATCH,
      maxBytes: BATCH_BYTES,
      ...(after && { after }),
    });
    for (const { data } of docs) {
      while (slice.isOver) await slice.next();
      glances.push(unpackGlance(data));
    }
    after = cursor;
  } while (after && glances.length < MAX_COUNTED);
  return glances;
}

/** Tells whether the user is a member of an organization to which one of the threads is private. */
async function membershipOf(call: KeyCall, view: UserView | undefined, userId: string, glances: readonly Glance[]) {
  const organizationIds = [...new Set(glances.flatMap(({ visibility }) => visibility.organizationId ?? []))];
  if (view) return view.organizations(organizationIds);
  if (organizationIds.length === 0) return () => false;
  const members = await call.store.getMany(organizationIds.map((id) => userPath(organizationPath(call, id), userId)));
  const memberOf = new Set(organizationIds.filter((_, i) => members[i]));
  return (id: string) => memberOf.has(id);
}
