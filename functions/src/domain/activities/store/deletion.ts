import { deleteActivities } from "#domain/activities/jobs";
import { currentDocumentId } from "#domain/documents/store/moving";
import {
  organizationPath,
  requireOrganization,
  type StoredOrganization,
} from "#domain/organizations/store/organizations";
import { retryOnConflict } from "#platform/async/retry-on-conflict";
import type { WriteCall } from "#src/call";
import type { Cursor, Store, StoreReader } from "#store/port";
import type { ScanPage } from "#store/scan";
import type { StoredActivity } from "./activities.ts";
import { requireMutable } from "./changes.ts";
import { type ActivitySelection, queryActivities } from "./queries.ts";

/** Records deleted per transaction. This leaves room for the task that deletes the rest. */
const DELETED_AT_A_TIME = 400;

/** Selects records to delete: those of a document, of an entity, or of both, that are not newer than `until` (ms). */
export type ActivityDeletion = Pick<ActivitySelection, "documentId" | "targetEntityId"> & { until: number };

/**
 * Deletes the first 400 of the selected records, and adds a task for the others.
 * @returns ids of the first 400.
 * @throws ApiError NOT_FOUND when the organization does not exist; FAILED_PRECONDITION when activities are immutable.
 */
export async function deleteActivitiesOf(
  call: WriteCall,
  organizationId: string,
  deletion: ActivityDeletion,
): Promise<string[]> {
  const organization = organizationPath(call, organizationId);
  const { documentId, targetEntityId, until } = deletion;
  const task = deleteActivities.task(
    { id: call.newId("task") },
    {
      organization,
      until,
      ...(documentId !== undefined && { documentId }),
      ...(targetEntityId !== undefined && { targetEntityId }),
    },
  );
  const page = await call.store.transact(async (tx) => {
    const [owner, firstPage] = await Promise.all([
      tx.get<StoredOrganization>(organization),
      findPage(tx, organization, deletion),
      requireMutable(tx, call),
    ]);
    requireOrganization(owner);
    if (documentId !== undefined) currentDocumentId(owner, documentId);
    for (const { path } of firstPage.docs) tx.delete(path);
    if (firstPage.cursor) call.queue.add(tx, task);
    return firstPage;
  });
  if (page.cursor) await call.queue.start(task);
  return page.docs.map(({ id }) => id);
}

/** Deletes all selected records in pages. It can be interrupted and repeated. @param organization path in the store. */
export async function deleteAllActivities(
  store: Store,
  organization: string,
  deletion: ActivityDeletion,
): Promise<void> {
  let after: Cursor | undefined;
  do {
    const start = after;
    const page = await retryOnConflict(() =>
      store.transact(async (tx) => {
        const { documentId } = deletion;
        const owner = documentId === undefined ? undefined : await tx.get<StoredOrganization>(organization);
        const selection =
          documentId === undefined ? deletion : { ...deletion, documentId: currentDocumentId(owner, documentId) };
        const records = await findPage(tx, organization, selection, start);
        for (const { path } of records.docs) tx.delete(path);
        return records;
      }),
    );
    after = page.cursor;
  } while (after);
}

function findPage(
  reader: StoreReader,
  organization: string,
  { until, ...selection }: ActivityDeletion,
  after?: Cursor,
): Promise<ScanPage<StoredActivity>> {
  return queryActivities(reader, organization, selection, { order: "asc", size: DELETED_AT_A_TIME, until, after });
}
