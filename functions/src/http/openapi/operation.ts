import type { CallEndpoint } from "../endpoint.ts";
import { ignoredFieldsHeader } from "../request/input.ts";
import { refusals } from "./errors.ts";
import { type JsonObject, refTo } from "./json.ts";
import { operationId } from "./names.ts";
import type { Schemas } from "./schemas.ts";
import { security } from "./security.ts";
import { tagOf } from "./tags.ts";

/** A call that succeeds: `data` of the request, and the reply's whole body. */
export interface RecordedCall {
  data: unknown;
  reply: unknown;
}

/**
 * The operation of an endpoint.
 * @param pageToken name of the reply's field with the page token.
 * @param brand segment of the header names.
 */
export function operation(
  endpoint: CallEndpoint,
  schemas: Schemas,
  { data, reply }: RecordedCall,
  { pageToken, brand }: { pageToken: string | undefined; brand: string },
): JsonObject {
  const { path, auth, kind, summary, readOnlySessions = kind === "read" } = endpoint;
  const isWrite = kind === "write" && auth !== "public";
  return {
    operationId: operationId(path),
    tags: [tagOf(path)],
    summary: title(summary),
    description: description(endpoint),
    security: security(endpoint),
    // Elsewhere, read-only sessions may call what takes no Idempotency-Key.
    ...(readOnlySessions === isWrite && { "x-read-only-sessions": readOnlySessions }),
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
          [ignoredFieldsHeader({ headerBrand: brand })]: refTo("headers", "Ignored-Fields"),
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
    user &&
      `Accepts a user token; the user must be allowed to ${user.action} the resources of the call${user.isRead ? ", or to read them if the call changes nothing" : ""}.`,
    emits.length > 0 && `Events: ${emits.map((name) => `\`${name}\``).join(", ")}.`,
    bareBody && "The fields may also be at the top level of the body, without `data`.",
    maxBytes && `The body may have up to ${sizeText(maxBytes)}.`,
  ];
  return parts.filter((part) => part).join("\n\n") || summary;
}

function requestSchema(endpoint: CallEndpoint, schemas: Schemas): JsonObject {
  const data = schemas.input(endpoint);
  const wrapped = { type: "object", required: ["data"], properties: { data }, additionalProperties: false };
  return endpoint.bareBody ? { anyOf: [wrapped, data] } : wrapped;
}

/** The success envelope with the content of this endpoint. */
function replySchema(data: JsonObject | undefined, pageToken: string | undefined): JsonObject {
  if (!data && pageToken === undefined) return refTo("schemas", "Success");
  const shared = refTo("schemas", pageToken === undefined ? "SuccessResult" : pageResult(pageToken));
  const own = data && { type: "object", required: ["data"], properties: { data } };
  return envelope(own ? { allOf: [shared, own] } : shared);
}

const envelope = (result: JsonObject) => ({ type: "object", required: ["result"], properties: { result } });

/** Name of the result of a page whose token has this name. */
const pageResult = (pageToken: string) => (pageToken === "pageToken" ? "PageResult" : "NextPageResult");

/** The success envelope (docs/behaviour.md#replies) and the common fields of all results and of pages. */
export const successSchemas: { [name: string]: JsonObject } = {
  Success: {
    description: "Reply to a call that succeeds and returns no data.",
    ...envelope(refTo("schemas", "SuccessResult")),
  },
  SuccessResult: resultSchema("Common fields of the reply to every call that succeeds."),
  ...Object.fromEntries(
    ["pageToken", "nextPageToken"].map((name) => [
      pageResult(name),
      resultSchema("Common fields of a reply with one page of a list.", {
        [name]: {
          type: "string",
          description: "Send it as `pageToken` to get the next page; missing on the last page.",
        },
      }),
    ]),
  ),
};

function resultSchema(description: string, further: JsonObject = {}): JsonObject {
  const properties = {
    status: { const: "success" },
    message: { type: "string", description: "What was done, as text." },
    ...further,
  };
  return { description, type: "object", required: ["status", "message"], properties };
}

function sizeText(bytes: number): string {
  return bytes < 1024 * 1024 ? `${bytes / 1024} KiB` : `${bytes / 1024 / 1024} MiB`;
}
