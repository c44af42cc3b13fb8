import * as z from "zod";
import { InspectedRequest, KEPT_REQUESTS } from "#domain/webhooks/inspector";
import { inspectedRequests, inspectorPath } from "#domain/webhooks/store/inspectors";
import { endpoint } from "#http/endpoint";
import { Id } from "#platform/shapes/fields";
import { notFound } from "#src/errors";

export default endpoint({
  path: "/v2/workspace/inspectors/requests/get",
  auth: "apiKey",
  kind: "read",
  summary: "List the requests that a receiver of webhooks has received, newest first, and whether each was signed.",
  input: z.object({ inspectorId: Id, limit: z.int().min(1).max(KEPT_REQUESTS).default(20) }),
  output: z.array(InspectedRequest),
  cost: { reads: 1, writes: 0, trips: 1 },
  example: { inspectorId: "ins_1" },
  async handle(call, { inspectorId, limit }) {
    const { apiKeyId } = call.apiKey;
    const inspector = await call.store.get(inspectorPath(apiKeyId, inspectorId));
    if (!inspector) throw notFound("inspector");
    return {
      message: "Requests retrieved successfully.",
      data: await inspectedRequests(call.store, apiKeyId, inspector, limit),
    };
  },
});
