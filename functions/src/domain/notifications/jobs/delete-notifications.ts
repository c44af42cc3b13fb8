import { currentDocumentId } from "#domain/documents/store/moving";
import { deleteNotifications } from "#domain/notifications/jobs";
import { readRemovable, removePage } from "#domain/notifications/store/removal";
import type { StoredOrganization } from "#domain/organizations/store/organizations";
import { purge } from "#domain/retention/store/purge";
import { inParallel } from "#platform/async/parallel";
import { retryOnConflict } from "#platform/async/retry-on-conflict";
import { job } from "#src/job";
import type { Cursor } from "#store/port";

/**
 * Deletes the selected notifications with their inbox entries or, for a user, only this user's inbox entries. A page is
 * marked before it is purged, and notifications that are newer than the call stay, so the job may be repeated.
 */
export default job(deleteNotifications, async ({ store }, { organization, until, ...selection }) => {
  let after: Cursor | undefined;
  do {
    const page = await retryOnConflict(() =>
      store.transact(async (tx) => {
        const { documentId } = selection;
        const owner = documentId === undefined ? undefined : await tx.get<StoredOrganization>(organization);
        const currentSelection =
          documentId === undefined ? selection : { ...selection, documentId: currentDocumentId(owner, documentId) };
        const { cursor, ...removable } = await readRemovable(tx, organization, currentSelection, { until, after });
        return { cursor, ...removePage(tx, selection, removable) };
      }),
    );
    await inParallel(page.paths, (path) => retryOnConflict(() => purge(store, path)));
    after = page.cursor;
  } while (after);
});
