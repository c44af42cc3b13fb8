import * as z from "zod";
import { Inspector, MAX_INSPECTORS } from "#domain/webhooks/inspector";
import { inspectorsOf, type StoredInspector, toInspector } from "#domain/webhooks/store/inspectors";
import { endpoint } from "#http/endpoint";

export default endpoint({
  path: "/v2/workspace/inspectors/get",
  auth: "apiKey",
  kind: "read",
  summary: "List the receivers of webhooks on this server.",
  input: z.object({}),
  output: z.array(Inspector),
  cost: { reads: 2, writes: 0, trips: 1 },
  example: {},
  async handle(call) {
    const { apiKeyId } = call.apiKey;
    const { docs } = await call.store.query<StoredInspector>({
      collection: inspectorsOf(apiKeyId),
      limit: MAX_INSPECTORS,
    });
    return {
      message: "Inspectors retrieved successfully.",
      data: docs.map((doc) => toInspector(apiKeyId, doc)),
    };
  },
});
