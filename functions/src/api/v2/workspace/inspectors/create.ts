import * as z from "zod";
import { nameTarget } from "#domain/audit/store/audited-store";
import { Inspector, InspectorDescription, MAX_INSPECTORS } from "#domain/webhooks/inspector";
import { inspectorPath, inspectorsOf, toInspector } from "#domain/webhooks/store/inspectors";
import { endpoint } from "#http/endpoint";
import { randomBase62 } from "#platform/crypto/base62";
import { ApiError } from "#platform/error";

export default endpoint({
  path: "/v2/workspace/inspectors/create",
  auth: "apiKey",
  kind: "write",
  audit: { action: "webhookInspector.create" },
  summary:
    "Create a receiver of webhooks on this server, to see deliveries without running a server of your own. It keeps its newest 100 requests for a day. Not available in the cloud.",
  input: z.object({
    /** Its purpose. */
    description: InspectorDescription.optional(),
  }),
  furtherErrors: ["FAILED_PRECONDITION"],
  output: Inspector,
  cost: { reads: 2, writes: 2, trips: 2 },
  example: {},
  async handle(call, { description }) {
    if (call.settings.hasInspectors === false)
      throw new ApiError(
        "FAILED_PRECONDITION",
        "Only a server on one machine receives webhooks itself. Deliver to a server of your own.",
      );
    const { apiKeyId } = call.apiKey;
    const inspectorId = `ins_${randomBase62()}`;
    const data = { createdAt: call.now(), received: 0, description };
    await call.store.transact(async (tx) => {
      const { docs } = await tx.query({ collection: inspectorsOf(apiKeyId), limit: MAX_INSPECTORS, select: [] });
      if (docs.length >= MAX_INSPECTORS)
        throw new ApiError(
          "RESOURCE_EXHAUSTED",
          `An API key has at most ${MAX_INSPECTORS} inspectors. Delete one first.`,
        );
      nameTarget(tx, { inspectorId });
      tx.create(inspectorPath(apiKeyId, inspectorId), data);
    });
    return {
      message: "Inspector created successfully.",
      data: toInspector(apiKeyId, { id: inspectorId, data }),
    };
  },
});
