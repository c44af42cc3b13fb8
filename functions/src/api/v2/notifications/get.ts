import * as z from "zod";
import { readableOnly } from "#domain/access/store/user-view";
import { readLists } from "#domain/documents/store/moving";
import { Notification, selectionFields } from "#domain/notifications/notification";
import { findNotifications, listNotifications } from "#domain/notifications/store/lists";
import { locationText, toNotification } from "#domain/notifications/store/notifications";
import { organizationPath } from "#domain/organizations/store/organizations";
import { documentOf } from "#http/auth/user-rule";
import { endpoint } from "#http/endpoint";
import { fromPageToken, toPageToken } from "#http/page-token";
import { Id, Ids, PageSize, PageToken } from "#platform/shapes/fields";
import type { DocData } from "#store/port";

export default endpoint({
  path: "/v2/notifications/get",
  auth: "apiKey",
  user: { action: "read", on: documentOf, handlerFilters: true, self: ["userId"] },
  requires: "advancedQueries",
  kind: "read",
  summary:
    "Read notifications by id, or list those of an organization, a document or the inbox of a user. Unknown ids are left out.",
  input: z.object({
    organizationId: Id,
    ...selectionFields,
    notificationIds: Ids.optional(),
    /** By time: oldest first (`asc`) or newest first (`desc`); those read by id come in the order of their ids. */
    order: z.enum(["asc", "desc"]).default("desc"),
    pageSize: PageSize,
    pageToken: PageToken.optional(),
  }),
  output: z.array(Notification),
  cost: {
    reads: 7,
    leastReads: 6,
    writes: 0,
    trips: 2,
    byUser: { reads: 16, writes: 0, trips: 5 },
    note: "It also reads the organization.",
    extraTrip: "The inbox lists the ids of the notifications, which all recipients share.",
  },
  example: { organizationId: "acme", userId: "ada", pageSize: 50 },
  async handle(call, { organizationId, notificationIds, order, pageSize, pageToken, ...selection }) {
    const organization = organizationPath(call, organizationId);
    const { documentId, locationId, userId } = selection;
    const query = [
      "notifications",
      organization,
      documentId ?? null,
      locationText(locationId) ?? null,
      userId ?? null,
      notificationIds ?? null,
      order,
    ];
    const after = fromPageToken(call, query, pageToken);
    const keepReadable = readableOnly<DocData & { documentId: string }>(
      call,
      organizationId,
      ({ data }) => data.documentId,
    );
    const { listed, cursor } = await readLists(call, { organizationId, documentId }, async (reader) =>
      notificationIds
        ? findNotifications(reader, organization, notificationIds, selection, { pageSize, after, shown: keepReadable })
        : listNotifications(reader, organization, selection, { order, pageSize, after, shown: keepReadable }),
    );
    return {
      message: "Notification(s) retrieved successfully.",
      data: listed.map(({ doc, entry }) => toNotification(call, organizationId, doc, entry)),
      pageToken: toPageToken(call, query, cursor),
    };
  },
});
