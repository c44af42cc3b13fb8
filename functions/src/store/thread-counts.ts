import { isUnread, isVisibleTo } from "#domain/thread-visibility";
import type { KeyCall } from "#src/context";
import { type Glance, type StoredThread, threadsOf, unpackGlance } from "./comment-annotations.ts";
import { type KnownDocuments, readDocuments } from "./documents.ts";
import { userPath } from "./members.ts";
import { documentPath, organizationPath, present, requireOrganization } from "./organizations.ts";
import type { Cursor } from "./port.ts";

/** Where counting a document's threads ends. */
const MOST_COUNTED = 10_000;
const BATCH = 1000;

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
 * Counts by document, reading only what counting needs. A document that is not there has none.
 * @throws ApiError NOT_FOUND when the organization is not there.
 */
export async function countThreads(
  call: KeyCall,
  question: CountQuestion,
  documentIds: readonly string[],
): Promise<Map<string, ThreadCount>> {
  const { organizationId } = question;
  const [{ organization, documents }, ...glances] = await Promise.all([
    readDocuments(call.store, call, organizationId, documentIds),
    ...documentIds.map((id) => glancesOf(call, documentPath(call, organizationId, id))),
  ]);
  requireOrganization(organization);
  const memberOf = await membershipsOf(call, question.userId, glances.flat());
  return new Map(
    documentIds.map((id, i) => [id, countOf(question, shown(documents, id) ? (glances[i] ?? []) : [], memberOf)]),
  );
}

function shown(documents: KnownDocuments, id: string): boolean {
  return present(documents.get(id)) !== undefined;
}

function countOf(
  { userId, statusIds }: CountQuestion,
  glances: readonly Glance[],
  memberOf: ReadonlySet<string>,
): ThreadCount {
  const seen = glances.filter(
    ({ statusId, visibility }) =>
      (!statusIds || statusIds.includes(statusId)) && isVisibleTo(visibility, userId, (id) => memberOf.has(id)),
  );
  return { total: seen.length, unread: seen.filter((glance) => isUnread(userId, glance)).length };
}

async function glancesOf(call: KeyCall, document: string): Promise<Glance[]> {
  const glances: Glance[] = [];
  let after: Cursor | undefined;
  do {
    const { docs, cursor } = await call.store.query<Pick<StoredThread, "glance">>({
      collection: threadsOf(document),
      select: ["glance"],
      limit: BATCH,
      ...(after && { after }),
    });
    glances.push(...docs.map(({ data }) => unpackGlance(data)));
    after = cursor;
  } while (after && glances.length < MOST_COUNTED);
  return glances;
}

/** The organizations that threads are private to and the user is a member of. */
async function membershipsOf(call: KeyCall, userId: string, glances: readonly Glance[]): Promise<Set<string>> {
  const asked = [...new Set(glances.flatMap(({ visibility }) => visibility.organizationId ?? []))];
  if (asked.length === 0) return new Set();
  const found = await call.store.getMany(asked.map((id) => userPath(organizationPath(call, id), userId)));
  return new Set(asked.filter((_, i) => found[i]));
}
