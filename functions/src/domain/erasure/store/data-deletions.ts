import {
  organizationPath,
  organizationsPath,
  requireOrganization,
  type StoredOrganization,
} from "#domain/organizations/store/organizations";
import { KEPT } from "#domain/retention/store/retention";
import { apiKeyPathOf } from "#domain/workspaces/store/api-keys";
import type { KeyCall } from "#src/call";
import { notFound } from "#src/errors";
import { encodeId, toPath } from "#store/paths";
import {
  type Cursor,
  type Doc,
  type DocData,
  type DocRef,
  type Patch,
  type QueryResult,
  REMOVE,
  type Store,
} from "#store/port";

/** Stored form of a deletion of people's data: collection `dataDeletions` below an API key. Each organization is one task. */
export interface StoredDataDeletion extends DocData {
  createdAt: number;
  tasksCount: number;
  tasksLeft: number;
  /** Milliseconds since 1970. */
  lastTaskCompletedTime?: number;
  /** When the record expires; omitted until the deletion is complete. A date, as the cloud's TTL policy requires. */
  deleteAt?: Date;
  /** The data subjects. Removed, like the fields below, once the deletion is complete. */
  userIds?: string[];
  /** Default: all organizations of the API key. */
  organizationIds?: string[];
  /** Path of the last completed organization, or a position of `pagesBelow` in the current one. */
  position?: string;
  /**
   * Progress of a search by name index: the names that are done, and the position in the search for the current one.
   */
  searched?: string[];
  searching?: { name: string; collection: string; after: string };
  /** Addresses and names of the data subjects, collected while the job runs. */
  emails?: string[];
  names?: string[];
}

/** Path of the record of a deletion. */
export function deletionPath(call: KeyCall, jobId: string): DocRef<StoredDataDeletion> {
  return toPath("apiKeys", call.apiKey.apiKeyId, "dataDeletions", jobId);
}

/** Reads the record. @throws ApiError NOT_FOUND */
export async function loadDeletion(call: KeyCall, jobId: string): Promise<Doc<StoredDataDeletion>> {
  const record = await call.store.get<StoredDataDeletion>(deletionPath(call, jobId));
  if (!record) throw notFound("dataDeletion");
  return record;
}

/** The number of organizations to process. @throws ApiError NOT_FOUND when one of `organizationIds` does not exist. */
export async function countTasks(call: KeyCall, organizationIds: string[] | undefined): Promise<number> {
  if (!organizationIds) return call.store.count({ collection: organizationsPath(call) });
  const paths = organizationIds.map((id) => organizationPath(call, id));
  for (const organization of await call.store.getMany<StoredOrganization>(paths)) requireOrganization(organization);
  return paths.length;
}

/**
 * Saves progress. A run that another one has overtaken finds the record completed or deleted and saves nothing.
 * @returns whether work is left.
 */
export function saveProgress(store: Store, path: string, progress: Patch): Promise<boolean> {
  return store.transact(async (tx) => {
    const record = await tx.get<StoredDataDeletion>(path);
    if (!record?.data.userIds) return false;
    tx.update(path, progress);
    return true;
  });
}

/** The patch that completes a deletion: it also removes the data subjects from the record. */
export function completion(now: number): Patch {
  const subjects = { userIds: REMOVE, organizationIds: REMOVE, emails: REMOVE, names: REMOVE };
  const positions = { position: REMOVE, searched: REMOVE, searching: REMOVE };
  const deleteAt = new Date(now + KEPT);
  return { tasksLeft: 0, lastTaskCompletedTime: now, deleteAt, ...subjects, ...positions } as Patch;
}

/** The remaining organizations, each with the position where its walk continues. */
export async function* organizationsLeft(
  store: Store,
  path: string,
  { organizationIds, position }: StoredDataDeletion,
): AsyncGenerator<{ organization: string; after?: string }> {
  const collection = `${apiKeyPathOf(path)}/organizations`;
  const reached = position?.split("/").slice(0, 4).join("/");
  if (reached !== undefined && !reached.startsWith(`${collection}/`)) return;
  if (position !== undefined && reached !== undefined && position !== reached)
    yield { organization: reached, after: position };
  if (organizationIds) {
    const paths = organizationIds.map((id) => `${collection}/${encodeId(id)}`);
    for (const organization of paths.slice(paths.indexOf(reached ?? "") + 1)) yield { organization };
    return;
  }
  let cursor: Cursor | undefined = reached === undefined ? undefined : [reached];
  do {
    const page: QueryResult = await store.query({ collection, limit: 50, select: [], after: cursor });
    for (const doc of page.docs) yield { organization: doc.path };
    cursor = page.cursor;
  } while (cursor);
}
