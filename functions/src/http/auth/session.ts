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
 * The secret of the session that makes a request; undefined if its headers contain a token, or if it is not of a session.
 * @throws ApiError UNAUTHENTICATED if only the cookie is missing: browsers drop it when the session ends.
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
 * Authenticates a request by a browser session (docs/behaviour.md#sessions). The session has the rights of the
 * workspace's token and, if a header contains the id of one of the workspace's API keys, those of the key.
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
  // A page makes more calls than a script that manages a workspace, so each session has a limit as high as that of an API key.
  const counted = { caller: session.sessionId, limit: "apiKey" } as const;
  if (endpoint.auth === "workspace") return { ...counted, principal: { workspaceId, session } };
  const apiKeyId = header(request, names.apiKey);
  if (apiKeyId === undefined)
    throw new ApiError("INVALID_ARGUMENT", "API key not found in headers.", {
      hint: `Send the id of an API key of the workspace as ${names.apiKey}; the session replaces its auth token.`,
    });
  const apiKey = isPlausible(apiKeyId) ? await credentials(context).apiKey(call.store, apiKeyId) : undefined;
  if (apiKey?.workspaceId !== workspaceId)
    throw new ApiError("UNAUTHENTICATED", "The workspace of the session has no such API key.");
  return { ...counted, principal: { apiKey, session } };
}

/**
 * Browsers state where a request comes from, and no page can forge that. Behind a proxy the host may differ, so
 * `Sec-Fetch-Site` decides if it is present; not every browser sends it.
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
      "Only pages of this server may call with a session. Send a token in the headers.",
    );
}

/** @throws ApiError PERMISSION_DENIED */
function requireCsrfToken(request: Incoming, name: string, csrfToken: string): void {
  if (matchesHash(header(request, name) ?? "", hashSecret(csrfToken))) return;
  throw new ApiError("PERMISSION_DENIED", `Calls with a session must carry its CSRF token in the header ${name}.`, {
    hint: "POST /v2/workspace/sessions/get returns it.",
  });
}
