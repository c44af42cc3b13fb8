import * as z from "zod";
import { endpoint } from "#http/endpoint";
import { fromPageToken, toPageToken } from "#http/page-token";
import { documentOf } from "#http/user-rule";
import { Id, Ids, PageSize, PageToken } from "#model/fields";
import { refuseDuplicates } from "#model/lists";
import { Notification, selectionFields } from "#model/notification";
import { readLists } from "#store/moving";
import { findNotifications, listNotifications } from "#store/notification-lists";
import { locationText, toNotification } from "#store/notifications";
import { organizationPath } from "#store/organizations";
import type { DocData } from "#store/port";
import { readableOnly } from "#store/user-view";

export default endpoint({
  path: "/v2/notifications/get",
  auth: "apiKey",
  user: { action: "read", on: documentOf, handlerFilters: true, self: ["userId"] },
  requires: "advancedQueries",
  kind: "read",
  summary: "Read notifications by id, or list those of an organization, a document or the inbox of a user.",
  input: z.object({
    organizationId: Id,
    ...selectionFields,
    notificationIds: Ids.optional(),
    order: z.enum(["asc", "desc"]).default("desc"),
    pageSize: PageSize,
    pageToken: PageToken.optional(),
  }),
  output: z.array(Notification),
  example: { organizationId: "acme", userId: "ada", pageSize: 50 },
  async handle(call, { organizationId, notificationIds, order, pageSize, pageToken, ...selection }) {
    refuseDuplicates(notificationIds ?? [], "notificationIds");
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
    const shown = readableOnly<DocData & { documentId: string }>(call, organizationId, ({ data }) => data.documentId);
    const { listed, cursor } = await readLists(call, { organizationId, documentId }, async (reader) =>
      notificationIds
        ? {
            listed: await findNotifications(reader, organization, notificationIds, selection, shown),
            cursor: undefined,
          }
        : listNotifications(reader, organization, selection, { order, pageSize, after, shown }),
    );
    return {
      message: "Notification(s) retrieved successfully.",
      data: listed.map(({ doc, entry }) => toNotification(call, organizationId, doc, entry)),
      pageToken: toPageToken(call, query, cursor),
    };
  },
});
