import * as z from "zod";
import { NoticeDelivery } from "#domain/notifications/notice-delivery";
import { listNotices, toDelivery } from "#domain/notifications/store/notice-lists";
import { loadOrganization, organizationPath } from "#domain/organizations/store/organizations";
import { endpoint } from "#http/endpoint";
import { fromPageToken, toPageToken } from "#http/page-token";
import { Id, PageSize, PageToken } from "#platform/shapes/fields";

export default endpoint({
  path: "/v2/notifications/deliveries/get",
  auth: "apiKey",
  kind: "read",
  summary:
    "List the deliveries of notifications that events caused, newest first: for each person and channel, whether the delivery is waiting, was sent, was dropped or has failed, and why. Finished deliveries are kept for 30 days.",
  input: z.object({
    organizationId: Id,
    notificationId: Id.optional(),
    userId: Id.optional(),
    documentId: Id.optional(),
    state: NoticeDelivery.shape.state.optional(),
    pageSize: PageSize,
    pageToken: PageToken.optional(),
  }),
  output: z.array(NoticeDelivery),
  cost: { reads: 1, writes: 0, trips: 1 },
  example: { organizationId: "acme", notificationId: "welcome" },
  async handle(call, { organizationId, pageSize, pageToken, ...selection }) {
    const organization = organizationPath(call, organizationId);
    const query = ["notices by time", organization, selection];
    const after = fromPageToken(call, query, pageToken);
    const [{ docs, cursor }] = await Promise.all([
      listNotices(call.store, organization, selection, { size: pageSize, after }),
      loadOrganization(call.store, call, organizationId),
    ]);
    return {
      message: "Notification deliveries retrieved successfully.",
      data: docs.map(toDelivery),
      pageToken: toPageToken(call, query, cursor),
    };
  },
});
