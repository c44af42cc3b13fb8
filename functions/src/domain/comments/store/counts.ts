import { type UserView, viewOf } from "#domain/access/store/user-view";
import { isUnread, isVisibleTo } from "#domain/comments/thread-visibility";
import { type KnownDocuments, readDocuments } from "#domain/documents/store/documents";
import { userPath } from "#domain/organizations/store/members";
import {
  documentPath,
  organizationPath,
  present,
  requireOrganization,
} from "#domain/organizations/store/organizations";
import { TimeSlice } from "#platform/time-slice";
import type { KeyCall } from "#src/call";
import type { Cursor } from "#store/port";
import { type Glance, type StoredThread, threadsOf, unpackGlance } from "./stored-thread.ts";

/** Where counting a document's threads ends. */
const MOST_COUNTED = 10_000;
const BATCH = 1000;
/** Bytes of the threads that are read together. */
const BATCH_BYTES = 4 * 1024 * 1024;

/** Whose threads to count: in which states; missing: in all. */
export interface CountQuestion {
  organizationId: string;
  userId: string;
  statusIds?: readonly string[] | undefined;
}

/** How many threads the user may see, and how many of them have something unread. */
export interface ThreadCount {
  total: number;
  unread: number;
}

/**
 * Counts by document, reading only what counting needs. A document that is not there has none, nor has one that the user of
 * the call may not read.
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
  const there = documentIds.filter((id) => shown(documents, id));
  const decision = await view?.documents(organizationId, there);
  const readable = new Set(there.filter((id) => decision?.(id).allowed ?? true));
  const isMember = await membershipOf(call, view, question.userId, glances.flat());
  const sees = ({ visibility }: Glance) => call.user?.isAdmin || isVisibleTo(visibility, question.userId, isMember);
  const counts = new Map<string, ThreadCount>();
  for (const [i, id] of documentIds.entries()) {
    if (slice.isOver) await slice.next();
    counts.set(id, countOf(question, readable.has(id) ? (glances[i] ?? []) : [], sees));
  }
  return counts;
}

function shown(documents: KnownDocuments, id: string): boolean {
  return present(documents.get(id)) !== undefined;
}

function countOf(
  { userId, statusIds }: CountQuestion,
  glances: readonly Glance[],
  sees: (glance: Glance) => boolean,
): ThreadCount {
  const seen = glances.filter((glance) => (!statusIds || statusIds.includes(glance.statusId)) && sees(glance));
  return { total: seen.length, unread: seen.filter((glance) => isUnread(userId, glance)).length };
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
  } while (after && glances.length < MOST_COUNTED);
  return glances;
}

/** Of which organizations that threads are private to the user is a member. */
async function membershipOf(call: KeyCall, view: UserView | undefined, userId: string, glances: readonly Glance[]) {
  const asked = [...new Set(glances.flatMap(({ visibility }) => visibility.organizationId ?? []))];
  if (view) return view.organizations(asked);
  if (asked.length === 0) return () => false;
  const found = await call.store.getMany(asked.map((id) => userPath(organizationPath(call, id), userId)));
  const memberOf = new Set(asked.filter((_, i) => found[i]));
  return (id: string) => memberOf.has(id);
}
