import * as z from "zod";
import { endpointsOf, type StoredEndpoint, toEndpoint } from "#domain/webhooks/store/endpoints";
import { requireWebhooks } from "#domain/webhooks/store/require-webhooks";
import { MAX_ENDPOINTS, WebhookEndpoint } from "#domain/webhooks/webhook-endpoint";
import { endpoint } from "#http/endpoint";
import { fromPageToken, toPageToken } from "#http/page-token";
import { PageToken } from "#platform/shapes/fields";

export default endpoint({
  path: "/v2/workspace/advancedwebhook/endpoints/get",
  auth: "apiKey",
  requires: "advancedWebhooks",
  kind: "read",
  summary: "List the webhook endpoints in pages, forwards and backwards.",
  input: z.object({ limit: z.int().min(1).max(250).default(100), iterator: PageToken.optional() }),
  output: z.object({
    endpoints: z.array(WebhookEndpoint),
    iterator: z.string().nullable(),
    prevIterator: z.string().nullable(),
    done: z.boolean(),
  }),
  cost: { reads: 4, writes: 0, trips: 1 },
  example: { limit: 50 },
  async handle(call, { limit, iterator }) {
    const [at] = fromPageToken(call, "webhookEndpoints", iterator, "iterator") ?? [];
    // An API key has at most 100 endpoints, so one read of the store returns them all.
    const [{ docs }] = await Promise.all([
      call.store.query<StoredEndpoint>({ collection: endpointsOf(call.apiKey.apiKeyId), limit: MAX_ENDPOINTS }),
      requireWebhooks(call.store, call),
    ]);
    const [direction = "", id = ""] = `${at ?? ""}`.split(" ");
    const index = docs.findIndex((doc) => doc.id >= id);
    const position = index < 0 ? docs.length : index;
    const start = direction === "before" ? Math.max(0, position - limit) : direction === "from" ? position : 0;
    const page = docs.slice(
      start,
      direction === "before" ? Math.max(position, Math.min(limit, docs.length)) : start + limit,
    );
    const next = docs[start + page.length];
    const [first] = page;
    return {
      message: "Advanced webhook endpoints retrieved successfully.",
      data: {
        endpoints: page.map((doc) => toEndpoint(doc, call.session)),
        iterator: (next && toPageToken(call, "webhookEndpoints", [`from ${next.id}`])) ?? null,
        prevIterator: (first && start > 0 && toPageToken(call, "webhookEndpoints", [`before ${first.id}`])) || null,
        done: next === undefined,
      },
    };
  },
});
