import * as z from "zod";
import { loadPlaceForChange } from "#domain/documents/store/places";
import { transactItems } from "#domain/events/store/items";
import { deleteNotifications } from "#domain/notifications/jobs";
import { type NotificationSelection, selectionFields } from "#domain/notifications/notification";
import { findNamed, readRemovable, removePage } from "#domain/notifications/store/removal";
import { organizationPath } from "#domain/organizations/store/organizations";
import { purge } from "#domain/retention/jobs";
import { documentOf } from "#http/auth/user-rule";
import { endpoint } from "#http/endpoint";
import { type ItemResult, ItemResults, itemResults } from "#http/item-results";
import { atLeastOne } from "#platform/shapes/field-rules";
import { Id, ManyIds } from "#platform/shapes/fields";
import type { WriteCall } from "#src/call";

export default endpoint({
  path: "/v2/notifications/delete",
  alsoAt: "/v1/notifications/delete",
  auth: "apiKey",
  user: {
    // Users delete from their own inbox, not from the document.
    action: "read",
    on: documentOf,
    handlerFilters: true,
    self: ["userId"],
  },
  kind: "write",
  audit: false,
  exemptFromQuota: true,
  summary:
    "Delete notifications by id, or those of a document or location; with a userId, only from the inbox of that user. Without ids, the reply covers the oldest 200, and the rest are deleted in the background.",
  input: z.object({ organizationId: Id, ...selectionFields, notificationIds: ManyIds.optional() }).check(
    atLeastOne(["notificationIds", "documentId", "locationId", "userId"], {
      at: "notificationIds",
      message: "is required if there is no documentId, locationId or userId.",
    }),
  ),
  output: ItemResults,
  cost: {
    reads: 2,
    leastReads: 1,
    writes: 2,
    trips: 2,
    byUser: { reads: 5, writes: 1, trips: 3 },
    note: "It also reads the organization.",
  },
  example: { organizationId: "acme", notificationIds: ["old-news"] },
  async handle(call, { organizationId, notificationIds, ...selection }) {
    const data = notificationIds
      ? await deleteNamed(call, organizationId, selection, notificationIds)
      : await deleteSelected(call, organizationId, selection);
    return { message: "Notification(s) deleted successfully.", data };
  },
});

const outcome = (id: string) => ({ id, message: "Notification deleted." });

function deleteNamed(call: WriteCall, organizationId: string, selection: NotificationSelection, ids: string[]) {
  return transactItems(call, ids, async (tx, batch, { later }) => {
    const [removal] = await Promise.all([
      findNamed(tx, organizationPath(call, organizationId), batch, selection),
      loadPlaceForChange(tx, call, { organizationId, documentId: selection.documentId }),
    ]);
    const results = itemResults(
      batch,
      (id) => id,
      (id) => {
        removal.remove(id);
        return outcome(id);
      },
    );
    if (removal.paths.length > 0) later(purge, { paths: removal.paths });
    return results;
  });
}

/** Deletes the first page itself. If there are more pages, it adds a job, which starts from the beginning. */
function deleteSelected(call: WriteCall, organizationId: string, selection: NotificationSelection) {
  const organization = organizationPath(call, organizationId);
  const until = call.now();
  return transactItems(call, [selection], async (tx, _batch, { later }): Promise<Record<string, ItemResult>> => {
    const [page] = await Promise.all([
      readRemovable(tx, organization, selection, { until }),
      loadPlaceForChange(tx, call, { organizationId, documentId: selection.documentId }),
    ]);
    const { ids, paths } = removePage(tx, selection, page);
    if (paths.length > 0) later(purge, { paths });
    if (page.cursor) later(deleteNotifications, { organization, until, ...selection });
    return itemResults(ids, (id) => id, outcome);
  });
}
