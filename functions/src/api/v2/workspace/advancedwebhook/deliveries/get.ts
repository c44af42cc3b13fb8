import * as z from "zod";
import { Delivery, DeliveryStatus, deliveriesQuery, toDelivery } from "#domain/webhooks/store/deliveries";
import { MergedDeliveries } from "#domain/webhooks/store/merged-deliveries";
import type { StoredDelivery } from "#domain/webhooks/store/messages";
import { EndpointId, EventTypeName } from "#domain/webhooks/webhook-endpoint";
import { endpoint } from "#http/endpoint";
import { fromPageToken, toPageToken } from "#http/page-token";
import { PageSize, PageToken } from "#platform/shapes/fields";
import { scan } from "#store/scan";

export default endpoint({
  path: "/v2/workspace/advancedwebhook/deliveries/get",
  auth: "apiKey",
  requires: "advancedWebhooks",
  kind: "read",
  summary: "List past and pending deliveries, newest first, with every attempt of the last 30 days.",
  input: z.object({
    endpointId: EndpointId.optional(),
    statuses: z.array(DeliveryStatus).min(1).max(4).optional(),
    eventTypes: z.array(EventTypeName).min(1).max(30).optional(),
    pageSize: PageSize,
    pageToken: PageToken.optional(),
  }),
  output: z.array(Delivery),
  cost: { reads: 3, writes: 0, trips: 1 },
  example: { endpointId: "ep_1", pageSize: 20 },
  async handle(call, { endpointId, statuses, eventTypes, pageSize, pageToken }) {
    const bound = ["deliveries", endpointId, statuses, eventTypes];
    const after = fromPageToken(call, bound, pageToken);
    const query = deliveriesQuery(call.apiKey.apiKeyId, endpointId);
    const { docs, cursor } = await scan<StoredDelivery>(
      new MergedDeliveries(call.store, call.apiKey.apiKeyId),
      { ...query, ...(after && { after }) },
      pageSize,
      (page) =>
        page.filter(
          ({ data: { status, eventType } }) =>
            (statuses?.includes(status) ?? true) && (eventTypes?.some((type) => type === eventType) ?? true),
        ),
    );
    const next = toPageToken(call, bound, cursor);
    return {
      message: "Deliveries retrieved successfully.",
      data: docs.map(toDelivery),
      ...(next !== undefined && { pageToken: next }),
    };
  },
});
