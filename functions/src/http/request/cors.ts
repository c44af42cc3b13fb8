import { allowsOrigin } from "#domain/workspaces/allowed-domains";
import type { ApiKeyRecord } from "#domain/workspaces/api-key";
import { hasUserToken } from "#http/auth/bearer";
import type { CallEndpoint } from "#http/endpoint";
import { header, type Request } from "#http/request/request";
import type { Response } from "#http/response";
import { ApiError } from "#platform/error";

/** How long a browser may cache a preflight, in seconds. */
const PREFLIGHT_MAX_AGE = 600;

const allowedHeaders = ["authorization", "content-type", "idempotency-key", "x-request-id"].join(", ");
const exposedHeaders = ["x-request-id", "retry-after", "ratelimit", "ratelimit-policy", "idempotent-replayed"];

/**
 * Answers a CORS preflight. It carries no credentials, so the API key is unknown: every origin may call an endpoint
 * that accepts user tokens, and the call itself is checked against the key's allowed domains.
 * @param endpoint whose kind determines whether pages open it as a stream or call it.
 * @returns undefined when the request is not a preflight.
 */
export function preflight(
  { kind, user }: { kind: string; user?: unknown },
  request: Pick<Request, "method" | "headers">,
): Response | undefined {
  const origin = header(request, "origin");
  if (!user || request.method !== "OPTIONS" || !origin || !header(request, "access-control-request-method"))
    return undefined;
  const isStream = kind === "stream";
  return {
    status: 204,
    headers: {
      ...allowing(origin),
      "access-control-allow-methods": isStream ? "GET" : "POST",
      "access-control-allow-headers": isStream ? `${allowedHeaders}, last-event-id` : allowedHeaders,
      "access-control-max-age": String(PREFLIGHT_MAX_AGE),
    },
    body: "",
  };
}

/**
 * Checks the origin of a browser's call with a user token against the allowed domains of its API key.
 * @throws ApiError PERMISSION_DENIED, which the page can't read.
 */
export function requireAllowedOrigin({ allowedDomains }: ApiKeyRecord, request: Pick<Request, "headers">): void {
  const { origin } = request.headers;
  if (origin === undefined || (typeof origin === "string" && allowsOrigin(allowedDomains, origin))) return;
  const message = `The origin ${JSON.stringify(origin)} is not among the allowed domains of the API key.`;
  throw new ApiError("PERMISSION_DENIED", message, { headers: { vary: "origin" } });
}

/**
 * Lets the page that made a call with a user token read the reply. That includes refusals before the API key is known:
 * they reveal nothing, and a page must see that its token has expired.
 */
export function expose(
  { user }: Pick<CallEndpoint, "user">,
  request: Pick<Request, "headers">,
  { headers }: Pick<Response, "headers">,
): void {
  const origin = header(request, "origin");
  // If `vary` is already set, this is the refusal of an origin, which that origin must not read.
  if (!user || !hasUserToken(request) || headers.vary !== undefined) return;
  // The name of this header begins with the operator's brand.
  const branded = Object.keys(headers).filter((name) => name.endsWith("-ignored-fields"));
  const exposed = { "access-control-expose-headers": [...exposedHeaders, ...branded].join(", ") };
  Object.assign(headers, origin ? { ...allowing(origin), ...exposed } : { vary: "origin" });
}

function allowing(origin: string): Record<string, string> {
  return { "access-control-allow-origin": origin, vary: "origin" };
}
