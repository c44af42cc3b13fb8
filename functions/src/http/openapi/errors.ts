import type { ErrorCode } from "#platform/error";
import { errorTexts } from "#src/errors";
import type { CallEndpoint } from "../endpoint.ts";
import { httpStatus } from "../status.ts";
import { defined, type JsonObject, refTo } from "./json.ts";

/** An error response of the OpenAPI document. */
interface ErrorResponse {
  name: string;
  description: string;
  code: ErrorCode;
  message: string;
  details?: JsonObject;
  /** Headers besides the request id, which every reply has. */
  headers?: readonly string[];
}

/** Error responses by HTTP status (docs/behaviour.md#errors). */
const errorResponses: { [status: number]: ErrorResponse } = {
  400: {
    name: "BadRequest",
    description:
      "`INVALID_ARGUMENT`: the request is not valid, and `details.issues` lists every problem. `FAILED_PRECONDITION`: the request is valid but not possible in the current state, for example because a feature is off.",
    code: "INVALID_ARGUMENT",
    message: "data.organizationId is required.",
    details: { issues: [{ path: "data.organizationId", message: "is required." }] },
  },
  401: {
    name: "Unauthenticated",
    description: "The credentials are missing or wrong.",
    code: "UNAUTHENTICATED",
    message: "Invalid API key or auth token.",
  },
  403: {
    name: "PermissionDenied",
    description: "The call is not allowed: for this user, with any user token, or by the operator's settings.",
    code: "PERMISSION_DENIED",
    message: 'User "ada" may not write to the document.',
  },
  404: {
    name: "NotFound",
    description: "The resource does not exist.",
    code: "NOT_FOUND",
    message: errorTexts.missing.organization.message,
  },
  409: {
    name: "Conflict",
    description:
      "`ABORTED`: another change to the same data is in progress; try again. `ALREADY_EXISTS`: the id is already in use.",
    code: "ABORTED",
    message: "The data changed while it was being worked on. Try again.",
    headers: ["Retry-After"],
  },
  413: {
    name: "BodyTooLarge",
    description: "The body is larger than the limit of the endpoint.",
    code: "INVALID_ARGUMENT",
    message: "The request body must not be larger than 1048576 bytes.",
  },
  415: {
    name: "UnsupportedMediaType",
    description: "The body is not declared as JSON in UTF-8.",
    code: "INVALID_ARGUMENT",
    message: errorTexts.request.contentType.message,
  },
  429: {
    name: "TooManyRequests",
    description: "The rate limit is exceeded.",
    code: "RESOURCE_EXHAUSTED",
    message: errorTexts.rateLimit.usual.message,
    headers: ["Retry-After", "RateLimit", "RateLimit-Policy"],
  },
  500: {
    name: "InternalError",
    description: "Internal error. The operator can find it by the request id.",
    code: "INTERNAL",
    message: "Something went wrong. Report request req_0VKgEjYHkZ5n2Q8wTb3s to the operator.",
  },
  503: {
    name: "Unavailable",
    description: "The service can't answer at the moment. Nothing was stored.",
    code: "UNAVAILABLE",
    message: "The store cannot be reached.",
    headers: ["Retry-After"],
  },
  504: {
    name: "DeadlineExceeded",
    description: "The store took too long. The change may or may not have been made.",
    code: "DEADLINE_EXCEEDED",
    message: "The store took too long to answer.",
  },
};

/** HTTP statuses of the errors that an endpoint may return, in order, derived from its declaration. */
function errorStatuses({ auth, furtherErrors = [] }: Pick<CallEndpoint, "auth" | "furtherErrors">): number[] {
  const credentials = auth === "public" ? [] : [401, 403, 404];
  const further = furtherErrors.map((code) => httpStatus[code]);
  return [...new Set([400, 409, 413, 415, 429, 500, 503, 504, ...credentials, ...further])].sort((a, b) => a - b);
}

/** The error `responses` of an operation. */
export function refusals(endpoint: Pick<CallEndpoint, "path" | "auth" | "furtherErrors">): JsonObject {
  return Object.fromEntries(
    errorStatuses(endpoint).map((status) => {
      const name = errorResponses[status]?.name;
      if (name === undefined)
        throw new Error(`${endpoint.path} may answer ${status}, which errors.ts does not describe.`);
      return [status, refTo("responses", name)];
    }),
  );
}

/** The error responses of a page, which has no input. */
export function pageRefusals(): JsonObject {
  return { 400: refTo("responses", "BadRequest"), 503: refTo("responses", "Unavailable") };
}

/** The responses that operations share. */
export function errorComponents(): { [name: string]: JsonObject } {
  return Object.fromEntries(
    Object.values(errorResponses).map(({ name, description, code, message, details, headers = [] }) => [
      name,
      {
        description,
        headers: Object.fromEntries(["X-Request-Id", ...headers].map((header) => [header, refTo("headers", header)])),
        content: {
          "application/json": {
            schema: refTo("schemas", "Error"),
            example: { error: defined({ status: code, message, details }) },
          },
        },
      },
    ]),
  );
}

/** The error envelope (docs/behaviour.md#errors). */
export const errorSchema: JsonObject = {
  description: "Reply to every refused call.",
  type: "object",
  required: ["error"],
  properties: {
    error: {
      type: "object",
      required: ["status", "message"],
      properties: {
        status: { type: "string", description: "Error code.", enum: Object.keys(httpStatus) },
        message: { type: "string", description: "What is wrong and, where possible, what to do." },
        details: {
          type: "object",
          description: "Machine-readable details. The problems of an invalid request are in `issues`.",
          properties: {
            hint: { type: "string", description: "What to do next." },
            issues: {
              type: "array",
              maxItems: 100,
              items: {
                type: "object",
                required: ["path", "message"],
                properties: {
                  path: { type: "string", description: "Path of the field, such as `data.users[0].email`." },
                  message: { type: "string", description: "What is wrong there." },
                },
              },
            },
          },
          additionalProperties: true,
        },
      },
    },
  },
};
