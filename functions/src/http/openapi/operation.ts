import type { CallEndpoint } from "../endpoint.ts";
import { refusals } from "./errors.ts";
import { defined, type JsonObject, refTo } from "./json.ts";
import { operationId } from "./names.ts";
import type { Schemas } from "./schemas.ts";
import { security } from "./security.ts";
import { tagOf } from "./tags.ts";

/** A call that succeeds: `data` of the request, and the reply's whole body. */
export interface RecordedCall {
  data: unknown;
  reply: unknown;
}

/** The operation of an endpoint. @param pageToken name of the reply's field with the page token. */
export function operation(
  endpoint: CallEndpoint,
  schemas: Schemas,
  { data, reply }: RecordedCall,
  pageToken: string | undefined,
): JsonObject {
  const { path, auth, kind, summary } = endpoint;
  const isWrite = kind === "write" && auth !== "public";
  return {
    operationId: operationId(path),
    tags: [tagOf(path)],
    summary: title(summary),
    description: description(endpoint),
    security: security(endpoint),
    parameters: [...(isWrite ? [refTo("parameters", "IdempotencyKey")] : []), refTo("parameters", "RequestId")],
    requestBody: {
      required: true,
      content: { "application/json": { schema: requestSchema(endpoint, schemas), example: { data } } },
    },
    responses: {
      200: {
        description: "Done.",
        headers: {
          "X-Request-Id": refTo("headers", "X-Request-Id"),
          ...(isWrite && { "Idempotent-Replayed": refTo("headers", "Idempotent-Replayed") }),
        },
        content: {
          "application/json": { schema: replySchema(schemas.output(endpoint), pageToken), example: reply },
        },
      },
      ...refusals(endpoint),
    },
  };
}

/** The first sentence or its first part, which distinguishes operations in lists. */
function title(summary: string): string {
  return /^.*?(?=[.:;]( |$))/.exec(summary)?.[0] ?? summary;
}

function description({ summary, requires, emits = [], maxBytes, bareBody, path, user }: CallEndpoint): string {
  const { length } = title(summary);
  const parts = [
    summary[length] === "." ? summary.slice(length + 1).trim() : summary,
    path.startsWith("/v1/") && "This is the earlier version of the endpoint.",
    requires && `Requires the feature \`${requires}\` of the API key; otherwise the reply is \`FAILED_PRECONDITION\`.`,
    user && `Accepts a user token; the user must be allowed to ${user.action} the resources of the call.`,
    emits.length > 0 && `Events: ${emits.map((name) => `\`${name}\``).join(", ")}.`,
    bareBody && "The fields may also stand at the top level of the body, without `data`.",
    maxBytes && `The body may have up to ${sizeText(maxBytes)}.`,
  ];
  return parts.filter((part) => part).join("\n\n") || summary;
}

function requestSchema(endpoint: CallEndpoint, schemas: Schemas): JsonObject {
  const data = schemas.input(endpoint);
  const wrapped = { type: "object", required: ["data"], properties: { data }, additionalProperties: false };
  return endpoint.bareBody ? { anyOf: [wrapped, data] } : wrapped;
}

/** The success envelope (docs/behaviour.md#replies). */
function replySchema(data: JsonObject | undefined, pageToken: string | undefined): JsonObject {
  return {
    type: "object",
    required: ["result"],
    properties: {
      result: {
        type: "object",
        required: ["status", "message", ...(data ? ["data"] : [])],
        properties: defined({
          status: { const: "success" },
          message: { type: "string", description: "What was done, as text." },
          data,
          ...(pageToken && {
            [pageToken]: {
              type: "string",
              description: "Send it as `pageToken` to get the next page; missing on the last page.",
            },
          }),
        }),
      },
    },
  };
}

function sizeText(bytes: number): string {
  return bytes < 1024 * 1024 ? `${bytes / 1024} KiB` : `${bytes / 1024 / 1024} MiB`;
}
