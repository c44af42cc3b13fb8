import { credentials } from "#domain/workspaces/store/credentials";
import type { Auth } from "#http/endpoint";
import { credentialHint } from "#http/hints/credential-hint";
import { addressBlock } from "#http/request/address-block";
import { isFromThisMachine } from "#http/request/host-name";
import { header, type Request } from "#http/request/request";
import { matchesHash } from "#platform/crypto/secrets";
import { ApiError } from "#platform/error";
import type { Call } from "#src/call";
import type { Context } from "#src/context";
import { notFound } from "#src/errors";
import { authenticateUser, hasUserToken } from "./bearer.ts";
import { credentialHeaders, isPlausible } from "./credential-headers.ts";
import type { AuthenticatedEndpoint, Principal } from "./principal.ts";
import { authenticateSession, sessionSecretOf } from "./session.ts";

/**
 * Checks the credentials that an endpoint requires (docs/behaviour.md#credentials), before any of the body is read.
 * @returns the principal: the tenant, and the user if there is one. `caller` is the key of the rate limit `limit`.
 * @throws ApiError INVALID_ARGUMENT, UNAUTHENTICATED or NOT_FOUND; the same error for an unknown key and a wrong token.
 */
export async function authenticate(
  context: Context,
  call: Call,
  endpoint: AuthenticatedEndpoint,
  request: Pick<Request, "headers" | "ip" | "httpVersion">,
): Promise<{ caller: string; limit: Auth; principal: Principal }> {
  const names = credentialHeaders(context);
  if (endpoint.auth !== "public" && hasUserToken(request)) {
    const principal = await authenticateUser(context, call, endpoint, request, [names.apiKey, names.authToken]);
    return { caller: principal.apiKey.apiKeyId, limit: "apiKey", principal };
  }
  const secret = endpoint.auth === "public" ? undefined : sessionSecretOf(context, request);
  if (secret !== undefined) return authenticateSession(context, call, endpoint, request, secret);
  const { headers } = request;
  const advice = () => ({ hint: credentialHint(headers, `x-${context.settings.headerBrand}`, endpoint.auth) });
  switch (endpoint.auth) {
    case "public":
      return {
        caller: addressBlock(request.ip),
        limit: endpoint.auth,
        principal: { isFromThisMachine: isFromThisMachine(request) },
      };
    case "apiKey": {
      const apiKeyId = header(request, names.apiKey);
      if (!apiKeyId) throw new ApiError("INVALID_ARGUMENT", "API key not found in headers.", advice());
      const token = header(request, names.authToken);
      if (!token) throw new ApiError("INVALID_ARGUMENT", "Auth token not found in headers.", advice());
      const apiKey = isPlausible(apiKeyId) ? await credentials(context).apiKey(call.store, apiKeyId) : undefined;
      // Every token is compared, so that the response time reveals neither which one matched nor how many exist.
      const matches = apiKey?.authTokens.filter(({ hash }) => matchesHash(token, hash)) ?? [];
      if (!apiKey || matches.length === 0)
        throw new ApiError("UNAUTHENTICATED", "Invalid API key or auth token.", advice());
      if (apiKey.config.requireJwtToken) refuseBrowser(request);
      return { caller: apiKeyId, limit: endpoint.auth, principal: { apiKey } };
    }
    case "workspace": {
      const workspaceId = header(request, names.workspaceId);
      if (!workspaceId) throw new ApiError("INVALID_ARGUMENT", "Workspace ID not found in headers.", advice());
      // Clients that use API keys send every token under the same header name.
      const token = header(request, names.workspaceToken) || header(request, names.authToken);
      if (!token) throw new ApiError("INVALID_ARGUMENT", "Auth Token not found in headers.", advice());
      const workspace = isPlausible(workspaceId)
        ? await credentials(context).workspace(call.store, workspaceId)
        : undefined;
      if (!workspace) throw notFound("workspace", advice());
      if (!matchesHash(token, workspace.tokenHash))
        throw new ApiError("UNAUTHENTICATED", "Invalid auth token for workspace.", advice());
      return { caller: workspaceId, limit: endpoint.auth, principal: { workspaceId } };
    }
  }
}

/**
 * If the API key requires user tokens, its auth tokens are for servers only: a web page would reveal them to every
 * visitor. Browsers send the origin of the page with every POST, which the page can't prevent.
 * @throws ApiError UNAUTHENTICATED
 */
function refuseBrowser({ headers: { origin } }: Pick<Request, "headers">): void {
  if (origin === undefined) return;
  throw new ApiError(
    "UNAUTHENTICATED",
    "This API key requires a user token for calls from browsers: send `Authorization: Bearer <user token>`.",
  );
}
