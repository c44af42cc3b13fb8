import { allowsOrigin } from "#domain/workspaces/allowed-domains";
import type { ApiKeyRecord } from "#domain/workspaces/api-key";
import { hasUserToken } from "#http/auth/bearer";
import type { CallEndpoint } from "#http/endpoint";
import { header, type Request } from "#http/request/request";
import type { Response } from "#http/response";
import { ApiError } from "#platform/error";

/** How long a browser may remember what a preflight said, in seconds. */
const REMEMBERED = 600;

const asked = ["authorization", "content-type", "idempotency-key", "x-request-id"].join(", ");
const shown = ["x-request-id", "retry-after", "ratelimit", "ratelimit-policy", "idempotent-replayed"].join(", ");

/**
 * The answer to a browser that asks whether a page of another origin may call. It sends no credentials with that, so no API
 * key is known yet: every origin may try at an endpoint that takes user tokens, and the call itself is held to the key's
 * allowed domains.
 * @param further names of headers that may be sent beside the usual ones.
 * @returns undefined when it is no such question.
 */
export function preflight(
  { user }: Pick<CallEndpoint, "user">,
  request: Pick<Request, "method" | "headers">,
  { method = "POST", further = [] }: { method?: string; further?: readonly string[] } = {},
): Response | undefined {
  const origin = header(request, "origin");
  if (!user || request.method !== "OPTIONS" || !origin || !header(request, "access-control-request-method"))
    return undefined;
  return {
    status: 204,
    headers: {
      ...allowing(origin),
      "access-control-allow-methods": method,
      "access-control-allow-headers": [asked, ...further].join(", "),
      "access-control-max-age": String(REMEMBERED),
    },
    body: "",
  };
}

/**
 * Holds a call with a user token to the allowed domains of its API key, when a page makes it.
 * @throws ApiError PERMISSION_DENIED, which the page can't read.
 */
export function requireAllowedOrigin({ allowedDomains }: ApiKeyRecord, request: Pick<Request, "headers">): void {
  const { origin } = request.headers;
  if (origin === undefined || (typeof origin === "string" && allowsOrigin(allowedDomains, origin))) return;
  const message = `The origin ${JSON.stringify(origin)} is not among the allowed domains of the API key.`;
  throw new ApiError("PERMISSION_DENIED", message, { headers: { vary: "origin" } });
}

/**
 * Lets the page that made a call with a user token read the answer. Before the API key is known a refusal says nothing that
 * another page may not read, and a page whose token has expired must learn of it.
 */
export function expose(
  { user }: Pick<CallEndpoint, "user">,
  request: Pick<Request, "headers">,
  { headers }: Pick<Response, "headers">,
): void {
  const origin = header(request, "origin");
  // The refusal of an origin has said `vary` itself: it is not for that origin to read.
  if (!user || !hasUserToken(request) || headers.vary !== undefined) return;
  Object.assign(headers, origin ? { ...allowing(origin), "access-control-expose-headers": shown } : { vary: "origin" });
}

function allowing(origin: string): Record<string, string> {
  return { "access-control-allow-origin": origin, vary: "origin" };
}
