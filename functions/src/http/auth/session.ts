import { sessionEnded, useSession } from "#domain/sessions/store/sessions";
import { credentials } from "#domain/workspaces/store/credentials";
import type { Auth } from "#http/endpoint";
import { header, type Request } from "#http/request/request";
import { hashSecret, matchesHash } from "#platform/crypto/secrets";
import { ApiError } from "#platform/error";
import type { Call } from "#src/call";
import type { Context } from "#src/context";
import { credentialHeaders, isPlausible } from "./credential-headers.ts";
import type { AuthenticatedEndpoint, Principal } from "./principal.ts";
import { secretInCookie } from "./session-cookie.ts";

type Incoming = Pick<Request, "headers">;

/**
 * The secret of the session that makes a request; undefined where its headers hold a token, or nothing is of a session.
 * @throws ApiError UNAUTHENTICATED where only the cookie is missing: browsers drop it when the session ends.
 */
export function sessionSecretOf(context: Context, request: Incoming): string | undefined {
  const names = credentialHeaders(context);
  const { headers } = request;
  if (headers[names.authToken] !== undefined || headers[names.workspaceToken] !== undefined) return undefined;
  const secret = secretInCookie(context, request);
  if (secret === undefined && headers[names.csrfToken] !== undefined) throw sessionEnded();
  return secret;
}

/**
 * Checks a request by the session of a browser (docs/behaviour.md#sessions). It has the rights of the workspace's token and, with
 * the id of one of its API keys in the header, those of the key.
 * @throws ApiError UNAUTHENTICATED, PERMISSION_DENIED
 */
export async function authenticateSession(
  context: Context,
  call: Call,
  endpoint: AuthenticatedEndpoint,
  request: Incoming,
  secret: string,
): Promise<{ caller: string; limit: Auth; principal: Principal }> {
  requireSameOrigin(request);
  const { workspaceId, ...session } = await useSession(context, call.store, secret);
  const names = credentialHeaders(context);
  if (!endpoint.withoutCsrfToken) requireCsrfToken(request, names.csrfToken, session.csrfToken);
  if (session.readOnly && !(endpoint.readOnlySessions ?? endpoint.kind === "read"))
    throw new ApiError("PERMISSION_DENIED", "This session may only read. Log in with a session that may write.");
  // A page makes more calls than a script that manages a workspace, so a session has the limit of an API key, as its own.
  const counted = { caller: session.sessionId, limit: "apiKey" } as const;
  if (endpoint.auth === "workspace") return { ...counted, principal: { workspaceId, session } };
  const apiKeyId = header(request, names.apiKey);
  if (apiKeyId === undefined)
    throw new ApiError("INVALID_ARGUMENT", "API key not found in headers.", {
      hint: `Send the id of an API key of the workspace as ${names.apiKey}; the session takes the place of its auth token.`,
    });
  const apiKey = isPlausible(apiKeyId) ? await credentials(context).apiKey(call.store, apiKeyId) : undefined;
  if (apiKey?.workspaceId !== workspaceId)
    throw new ApiError("UNAUTHENTICATED", "The workspace of the session has no such API key.");
  return { ...counted, principal: { apiKey, session } };
}

/**
 * Browsers say where a request comes from, and no page can make them say something else. Behind a proxy the host may be renamed, so
 * `Sec-Fetch-Site`, which not every browser sends, decides where it is there.
 * @throws ApiError PERMISSION_DENIED
 */
function requireSameOrigin(request: Incoming): void {
  const site = header(request, "sec-fetch-site");
  const origin = header(request, "origin");
  const isSame =
    site === undefined
      ? origin !== undefined && URL.canParse(origin) && new URL(origin).host === header(request, "host")
      : site === "same-origin";
  if (!isSame)
    throw new ApiError(
      "PERMISSION_DENIED",
      "Only pages of this server call with a session. Send a token in the headers.",
    );
}

/** @throws ApiError PERMISSION_DENIED */
function requireCsrfToken(request: Incoming, name: string, csrfToken: string): void {
  if (matchesHash(header(request, name) ?? "", hashSecret(csrfToken))) return;
  throw new ApiError("PERMISSION_DENIED", `Calls by a session carry its CSRF token in the header ${name}.`, {
    hint: "POST /v2/workspace/sessions/get answers it.",
  });
}
