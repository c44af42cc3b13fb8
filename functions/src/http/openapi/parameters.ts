import type { JsonObject } from "./json.ts";

const header = (name: string, description: string, schema: JsonObject): JsonObject => ({
  name,
  in: "header",
  required: false,
  description,
  schema,
});

/** Headers of requests that operations share. */
export const parameters: { [name: string]: JsonObject } = {
  IdempotencyKey: header(
    "Idempotency-Key",
    "Makes the call take effect once: for 24 hours, the same key with the same body gets the first reply, even if the connection broke or the server stopped before that reply arrived. An interrupted long call resumes.",
    { type: "string", minLength: 1, maxLength: 255 },
  ),
  RequestId: header(
    "X-Request-Id",
    "Your id for the request, which appears in the reply and in the service's log: 1 to 100 ASCII letters, digits, `_`, `.`, `:` or `-`. The service replaces any other with an id of its own.",
    { type: "string" },
  ),
  WebhookId: header("webhook-id", "Id of the message, the same for every delivery attempt.", { type: "string" }),
  WebhookTimestamp: header("webhook-timestamp", "When it was sent, in s since 1970.", { type: "string" }),
  WebhookSignature: header("webhook-signature", "Signatures of id, time and body according to Standard Webhooks.", {
    type: "string",
  }),
};

/** Headers of replies that operations share. */
export const headers: { [name: string]: JsonObject } = {
  "X-Request-Id": { description: "Id of the request, for questions to the operator.", schema: { type: "string" } },
  "Idempotent-Replayed": {
    description: "The reply is a replay of an earlier call with the same `Idempotency-Key`.",
    schema: { type: "string", const: "true" },
  },
  "Ignored-Fields": {
    description:
      "Names of the fields of the request that the endpoint does not know and has ignored: at most 20, percent-encoded, with commas between them.",
    schema: { type: "string" },
  },
  "Retry-After": { description: "Seconds after which to retry.", schema: { type: "integer", minimum: 1 } },
  RateLimit: {
    description: "The rest of the rate limit: `r` requests until it resets in `t` s.",
    schema: { type: "string" },
  },
  "RateLimit-Policy": { description: "The rate limit: `q` requests in `w` s.", schema: { type: "string" } },
};
