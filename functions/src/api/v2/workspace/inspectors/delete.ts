import * as z from "zod";
import { nameTarget } from "#domain/audit/store/audited-store";
import { inspectorPath, requestPaths } from "#domain/webhooks/store/inspectors";
import { endpoint } from "#http/endpoint";
import { Id } from "#platform/shapes/fields";
import { notFound } from "#src/errors";

export default endpoint({
  path: "/v2/workspace/inspectors/delete",
  auth: "apiKey",
  kind: "write",
  audit: { action: "webhookInspector.delete" },
  exemptFromQuota: true,
  summary: "Delete a receiver of webhooks and the requests that it has received.",
  input: z.object({ inspectorId: Id }),
  output: z.undefined(),
  cost: { reads: 1, writes: 102, trips: 2 },
  example: { inspectorId: "ins_2" },
  async handle(call, { inspectorId }) {
    const { apiKeyId } = call.apiKey;
    await call.store.transact(async (tx) => {
      const path = inspectorPath(apiKeyId, inspectorId);
      if (!(await tx.get(path))) throw notFound("inspector");
      nameTarget(tx, { inspectorId });
      tx.delete(path);
      for (const received of requestPaths(apiKeyId, inspectorId)) tx.delete(received);
    });
    return { message: "Inspector deleted successfully." };
  },
});
