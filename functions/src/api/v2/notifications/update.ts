import * as z from "zod";
import { loadPlaceForChange } from "#domain/documents/store/places";
import { transactItems } from "#domain/events/store/items";
import { CONTENT_CHANGES, MAX_READERS, NotificationUpdate, selectionFields } from "#domain/notifications/notification";
import { notificationChanges } from "#domain/notifications/store/changes";
import { documentOf } from "#http/auth/user-rule";
import { endpoint } from "#http/endpoint";
import { ItemResults, itemResults } from "#http/item-results";
import { invalidField } from "#platform/error";
import { Id } from "#platform/shapes/fields";
import { MAX_ITEMS } from "#platform/shapes/limits";
import { list } from "#platform/shapes/list";

export default endpoint({
  path: "/v2/notifications/update",
  auth: "apiKey",
  user: {
    // Users update their own inbox, not the document: being allowed to read it is enough.
    action: "read",
    on: documentOf,
    handlerFilters: true,
    self: ["userId", "notifications[].readByUserIds[]?"],
    administrative: CONTENT_CHANGES.map((name) => `notifications[].${name}`),
  },
  kind: "write",
  audit: false,
  summary:
    "Change the content of notifications, and mark them as read for users who have received them. With verifyUserPermissions, users who may not open the document are skipped.",
  input: z.object({
    organizationId: Id,
    ...selectionFields,
    verifyUserPermissions: z.boolean().optional(),
    notifications: list(NotificationUpdate, { unique: "id", max: MAX_ITEMS }),
  }),
  output: ItemResults,
  cost: {
    reads: 3,
    leastReads: 2,
    writes: 2,
    trips: 2,
    byUser: { reads: 15, writes: 1, trips: 5 },
    note: "It also reads the organization.",
  },
  example: {
    organizationId: "acme",
    notifications: [{ id: "welcome", displayBodyMessage: "Have a look at the new draft.", readByUserIds: ["ada"] }],
  },
  async handle(call, { organizationId, verifyUserPermissions, notifications, ...selection }) {
    refuseManyReaders(notifications);
    const scope = { organizationId, selection, isVerified: !call.user && (verifyUserPermissions ?? false) };
    const data = await transactItems(call, notifications, async (tx, batch) => {
      const [change] = await Promise.all([
        notificationChanges(tx, call, scope, batch),
        loadPlaceForChange(tx, call, { organizationId, documentId: selection.documentId }),
      ]);
      return itemResults(
        batch,
        ({ id }) => id,
        (update) => {
          change(update);
          return { id: update.id, message: "Notification updated." };
        },
      );
    });
    return { message: "Notification(s) updated successfully.", data };
  },
});

/** @throws ApiError INVALID_ARGUMENT */
function refuseManyReaders(notifications: readonly NotificationUpdate[]): void {
  const readers = notifications.reduce((sum, { readByUserIds = [] }) => sum + readByUserIds.length, 0);
  if (readers > MAX_READERS)
    throw invalidField("data.notifications", `must name at most ${MAX_READERS} readByUserIds together.`);
}
