import { revocations } from "#domain/tokens/store/revocations";
import type { ApiKeyRecord } from "#domain/workspaces/api-key";
import { credentials } from "#domain/workspaces/store/credentials";
import { userTokens } from "#http/auth/user-tokens";
import type { CallEndpoint } from "#http/endpoint";
import type { Request } from "#http/request/request";
import { ApiError } from "#platform/error";
import type { Call, CallingUser } from "#src/call";
import type { Context } from "#src/context";
import { badRequest, badUserToken } from "#src/errors";

/** Whether a request carries a user token: `Authorization: Bearer …`. Other schemes are ignored. */
export function hasUserToken({ headers: { authorization } }: Pick<Request, "headers">): boolean {
  if (authorization === undefined) return false;
  return [authorization].flat().some((value) => /^bearer\b/i.test(value));
}

/**
 * Checks the user token of a request, before any of the body is read.
 * @param apiKeyHeaders names of the headers that a user token replaces.
 * @throws ApiError UNAUTHENTICATED for an invalid token; PERMISSION_DENIED at an endpoint that accepts none;
 * INVALID_ARGUMENT when an API key was sent as well.
 */
export async function authenticateUser(
  context: Context,
  call: Call,
  endpoint: Pick<CallEndpoint, "user">,
  request: Pick<Request, "headers">,
  apiKeyHeaders: readonly string[],
): Promise<{ apiKey: ApiKeyRecord; user: CallingUser }> {
  if (!endpoint.user) throw badRequest("userTokenNotAccepted", "PERMISSION_DENIED");
  if (apiKeyHeaders.some((name) => request.headers[name] !== undefined))
    throw new ApiError("INVALID_ARGUMENT", "Send either a user token or an API key with its auth token, not both.");
  const verified = await userTokens(context).verify(context, tokenOf(request));
  const apiKey = await credentials(context).apiKey(call.store, verified.apiKeyId);
  if (!apiKey) throw badUserToken("apiKeyGone");
  const { apiKeyId: _, ...user } = await revocations(context).check({ ...call, apiKey }, verified);
  return { apiKey, user };
}

function tokenOf({ headers: { authorization } }: Pick<Request, "headers">): string {
  if (typeof authorization !== "string") throw badUserToken("headerRepeated");
  const [, token] = /^bearer +([\w.-]+)$/i.exec(authorization) ?? [];
  if (token === undefined) throw badUserToken("headerForm");
  return token;
}
