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
    "Makes the call happen once: the same key with the same body is answered for 24 hours with the first reply, also when the connection broke or the server ended before that reply arrived. A long call that was cut off goes on.",
    { type: "string", minLength: 1, maxLength: 255 },
  ),
  RequestId: header("X-Request-Id", "Your own id of the request, which its reply and the service's log carry.", {
    type: "string",
    pattern: "^[\\w.:-]{1,100}$",
  }),
  WebhookId: header("webhook-id", "Id of the message, the same for every try to deliver it.", { type: "string" }),
  WebhookTimestamp: header("webhook-timestamp", "When it was sent, in s since 1970.", { type: "string" }),
  WebhookSignature: header("webhook-signature", "Signatures of id, time and body, as Standard Webhooks has it.", {
    type: "string",
  }),
};

/** Headers of replies that operations share. */
export const headers: { [name: string]: JsonObject } = {
  "X-Request-Id": { description: "Id of the request, for questions to the operator.", schema: { type: "string" } },
  "Idempotent-Replayed": {
    description: "The reply is that of an earlier call with the same `Idempotency-Key`.",
    schema: { type: "string", const: "true" },
  },
  "Retry-After": { description: "Seconds after which a new try makes sense.", schema: { type: "integer", minimum: 1 } },
  RateLimit: {
    description: "What is left of the rate limit: `r` requests, until `t` s have passed.",
    schema: { type: "string" },
  },
  "RateLimit-Policy": { description: "The rate limit: `q` requests in `w` s.", schema: { type: "string" } },
};
