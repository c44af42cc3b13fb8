import type { ErrorCode } from "#platform/error";
import { errorTexts } from "#src/errors";
import type { CallEndpoint } from "../endpoint.ts";
import { httpStatus } from "../status.ts";
import { defined, type JsonObject, refTo } from "./json.ts";

/** A refusal as the document shows it. */
interface ErrorResponse {
  name: string;
  description: string;
  code: ErrorCode;
  message: string;
  details?: JsonObject;
  /** Headers beside the request id, which every reply has. */
  headers?: readonly string[];
}

/** What calls are refused with, by HTTP status (docs/behaviour.md#errors). */
const errorResponses: { [status: number]: ErrorResponse } = {
  400: {
    name: "BadRequest",
    description:
      "The request is not valid: `INVALID_ARGUMENT`, whose `details.issues` list every problem. Or it is valid but not possible as things are, such as while a feature is off: `FAILED_PRECONDITION`.",
    code: "INVALID_ARGUMENT",
    message: "data.organizationId is required.",
    details: { issues: [{ path: "data.organizationId", message: "is required." }] },
  },
  401: {
    name: "Unauthenticated",
    description: "The credentials are not right.",
    code: "UNAUTHENTICATED",
    message: "Invalid API key or auth token.",
  },
  403: {
    name: "PermissionDenied",
    description:
      "What is asked for is not allowed: to this user, with a user token at all, or by the operator's settings.",
    code: "PERMISSION_DENIED",
    message: 'User "ada" may not write to the document.',
  },
  404: {
    name: "NotFound",
    description: "What the call is about does not exist.",
    code: "NOT_FOUND",
    message: errorTexts.missing.organization.message,
  },
  409: {
    name: "Conflict",
    description:
      "Something else happens to the same data, try again: `ABORTED`. Or there is something of this id already: `ALREADY_EXISTS`.",
    code: "ABORTED",
    message: "The data changed while it was being worked on. Try again.",
    headers: ["Retry-After"],
  },
  413: {
    name: "BodyTooLarge",
    description: "The body is larger than the endpoint takes.",
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
    description: "A fault of the service. The operator finds it by the request id.",
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
    description: "The store took too long. What the call was to do may have been done or not.",
    code: "DEADLINE_EXCEEDED",
    message: "The store took too long to answer.",
  },
};

/** HTTP statuses of the refusals that an endpoint may answer, in order: what its declaration leads to. */
function errorStatuses({ auth, furtherErrors = [] }: Pick<CallEndpoint, "auth" | "furtherErrors">): number[] {
  const credentials = auth === "public" ? [] : [401, 403, 404];
  const further = furtherErrors.map((code) => httpStatus[code]);
  return [...new Set([400, 409, 413, 415, 429, 500, 503, 504, ...credentials, ...further])].sort((a, b) => a - b);
}

/** The `responses` of an operation for its refusals. */
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

/** The refusals of a page: it takes nothing but a well-formed request. */
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
  description: "How every refused call is answered.",
  type: "object",
  required: ["error"],
  properties: {
    error: {
      type: "object",
      required: ["status", "message"],
      properties: {
        status: { type: "string", description: "What kind of error it is.", enum: Object.keys(httpStatus) },
        message: { type: "string", description: "What is wrong, in words; says what to do where it can." },
        details: {
          type: "object",
          description: "More about it, for programs. A request that is not valid has its problems in `issues`.",
          properties: {
            hint: { type: "string", description: "What to do next, in words." },
            issues: {
              type: "array",
              maxItems: 100,
              items: {
                type: "object",
                required: ["path", "message"],
                properties: {
                  path: { type: "string", description: "Where, such as `data.users[0].email`." },
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
