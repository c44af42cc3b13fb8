import type { ContentCount, ContentCounts } from "#domain/documents/content-counts";
import { organizationPath, type Place } from "#domain/organizations/store/organizations";
import { batchesOf } from "#platform/async/parallel";
import { MAX_IN } from "#platform/shapes/limits";
import type { KeyCall } from "#src/call";
import type { Filter, Query, ReadableStore } from "#store/port";
import { MAX_COUNTED } from "./counts.ts";
import { documentBelow, documentsOf, type StoredDocument } from "./documents.ts";
import { foldersInside } from "./folder-subtrees.ts";
import { folderBelow } from "./folders.ts";
import { loadPlace } from "./places.ts";

/** Maximum number of a folder's documents whose own contents are counted. */
const DOCUMENTS_LOOKED_INTO = 90;

/**
 * Counts the contents of an organization, of a folder with everything below it, or of a document.
 * @throws ApiError NOT_FOUND when the place does not exist.
 */
export async function countContents(call: KeyCall, place: Place): Promise<ContentCounts> {
  const [, contents] = await Promise.all([loadPlace(call.store, call, place), countIn(call, place)]);
  return contents;
}

function countIn(call: KeyCall, { organizationId, folderId, documentId }: Place): Promise<ContentCounts> {
  const organization = organizationPath(call, organizationId);
  if (documentId !== undefined) return inDocument(call.store, organization, documentId);
  return folderId === undefined
    ? inOrganization(call.store, organization)
    : inFolder(call.store, organization, folderId);
}

/**
 * Counts the items of an organization that name a person, or are by or for the person.
 * @throws ApiError NOT_FOUND when the organization does not exist.
 */
export async function countOfPerson(call: KeyCall, organizationId: string, userId: string): Promise<ContentCounts> {
  const under = organizationPath(call, organizationId);
  const by = (field: string, op: Filter["op"] = "=="): Filter[] => [{ field, op, value: userId }];
  const [, contents] = await Promise.all([
    loadPlace(call.store, call, { organizationId }),
    countAll(call.store, {
      userGroups: [{ group: "members", under, where: by("userId") }],
      commentAnnotations: [{ group: "commentAnnotations", under, where: by("people", "array-contains") }],
      recordings: [{ group: "recordings", under, where: by("fromUserId") }],
      activities: [{ collection: `${under}/activities`, where: by("userId"), ...byTime }],
      notifications: [{ collection: `${under}/inbox`, where: by("userId"), ...byTime }],
    }),
  ]);
  return contents;
}

const byTime: Pick<Query, "orderBy"> = { orderBy: [{ field: "timestamp", direction: "asc" }] };
const byLastChange: Pick<Query, "orderBy"> = { orderBy: [{ field: "lastUpdated", direction: "asc" }] };

async function inOrganization(store: ReadableStore, organization: string): Promise<ContentCounts> {
  const collection = (name: string) => [{ collection: `${organization}/${name}` }];
  const [documents, others] = await Promise.all([
    countDocumentsWhere(store, organization, [[]]),
    countAll(store, {
      users: collection("users"),
      userGroups: collection("userGroups"),
      folders: collection("folders"),
      commentAnnotations: [{ group: "commentAnnotations", under: organization, ...byLastChange }],
      recordings: [{ group: "recordings", under: organization }],
      activities: collection("activities"),
      notifications: collection("notifications"),
    }),
  ]);
  return { documents, ...others };
}

function inDocument(store: ReadableStore, organization: string, documentId: string): Promise<ContentCounts> {
  const path = documentBelow(organization, documentId);
  const collection = (name: string) => [{ collection: `${path}/${name}` }];
  return countAll(store, {
    users: collection("users"),
    commentAnnotations: collection("commentAnnotations"),
    editors: collection("crdt"),
    recordings: collection("recordings"),
    ...besideDocuments(organization, [documentId]),
  });
}

/** Counts the folders and documents below a folder, and the contents of the first documents. */
async function inFolder(store: ReadableStore, organization: string, folderId: string): Promise<ContentCounts> {
  const { folderIds, isComplete } = await foldersInside(store, organization, folderId);
  const filters = batchesOf(folderIds, MAX_IN).map((ids): Filter[] => [{ field: "folderId", op: "in", value: ids }]);
  const [documents, first] = await Promise.all([
    countDocumentsWhere(store, organization, filters),
    firstDocuments(store, organization, filters),
  ]);
  const counts = await countAll(store, {
    users: [{ collection: `${folderBelow(organization, folderId)}/users` }],
    commentAnnotations: inBatches(first, (where) => ({
      ...{ group: "commentAnnotations", under: organization },
      ...{ where, ...byLastChange },
    })),
    recordings: first.map((id) => ({ collection: `${documentBelow(organization, id)}/recordings` })),
    ...besideDocuments(organization, first),
  });
  const isCut = !isComplete || documents.more || documents.count > first.length;
  const { users = none, ...inDocuments } = counts;
  return {
    users,
    folders: { count: folderIds.length - 1, more: !isComplete },
    documents: { ...documents, more: documents.more || !isComplete },
    ...Object.fromEntries(
      Object.entries(inDocuments).map(([kind, { count, more }]) => [kind, { count, more: more || isCut }]),
    ),
  };
}

const none: ContentCount = { count: 0, more: false };

/** Queries for items that are stored beside documents and belong to them. */
function besideDocuments(organization: string, documentIds: string[]) {
  const beside = (name: string) =>
    inBatches(documentIds, (where) => ({ collection: `${organization}/${name}`, where, ...byTime }));
  return { activities: beside("activities"), notifications: beside("notifications") };
}

function inBatches(documentIds: string[], queryOf: (where: Filter[]) => Query): Query[] {
  return batchesOf(documentIds, MAX_IN).map((ids) => queryOf([{ field: "documentId", op: "in", value: ids }]));
}

async function firstDocuments(store: ReadableStore, organization: string, filters: Filter[][]): Promise<string[]> {
  const pages = await Promise.all(
    filters.map((where) =>
      store.query<StoredDocument>({
        ...{ collection: documentsOf(organization), where },
        ...{ select: ["deleting"], limit: DOCUMENTS_LOOKED_INTO },
      }),
    ),
  );
  const existing = pages.flatMap(({ docs }) => docs).filter(({ data }) => !data.deleting);
  return existing.slice(0, DOCUMENTS_LOOKED_INTO).map(({ id }) => id);
}

/** Counts documents without those that are being deleted. */
async function countDocumentsWhere(
  store: ReadableStore,
  organization: string,
  filters: Filter[][],
): Promise<ContentCount> {
  const collection = documentsOf(organization);
  const deleting: Filter = { field: "deleting", op: "==", value: true };
  const [all, gone] = await Promise.all([
    // Counts as many more as may be subtracted, so that the difference is exact up to `MAX_COUNTED`.
    sumOf(
      store,
      filters.map((where) => ({ collection, where })),
      2 * MAX_COUNTED + 1,
    ),
    sumOf(
      store,
      filters.map((where) => ({ collection, where: [...where, deleting] })),
      MAX_COUNTED,
    ),
  ]);
  return bounded(all - gone);
}

async function countAll<Kind extends string>(
  store: ReadableStore,
  queries: Record<Kind, Query[]>,
): Promise<Record<Kind, ContentCount>> {
  const counts = await Promise.all(
    Object.entries<Query[]>(queries).map(async ([kind, ofKind]) => [kind, bounded(await sumOf(store, ofKind))]),
  );
  return Object.fromEntries(counts);
}

/** @param limit at which counting stops, for each query. */
async function sumOf(store: ReadableStore, queries: Query[], limit = MAX_COUNTED + 1): Promise<number> {
  const counts = await Promise.all(queries.map((query) => store.count({ ...query, limit })));
  return counts.reduce((sum, count) => sum + count, 0);
}

function bounded(count: number): ContentCount {
  return { count: Math.min(count, MAX_COUNTED), more: count > MAX_COUNTED };
}
