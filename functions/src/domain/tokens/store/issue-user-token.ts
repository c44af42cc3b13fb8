import { latestTime } from "#domain/tokens/latest-time";
import { newTokenId } from "#domain/tokens/token-revocation";
import { MAX_SIGNED_TOKEN_BYTES, signUserToken, type UserTokenClaims } from "#domain/tokens/user-token";
import { ApiError } from "#platform/error";
import type { KeyCall } from "#src/call";

/**
 * Signs a user token for the API key of the call. It is not stored anywhere; the log names its user and its id, by
 * which it can be revoked.
 * @throws ApiError INVALID_ARGUMENT if it would be too long to be sent.
 */
export async function issueUserToken(call: KeyCall, claims: UserTokenClaims): Promise<string> {
  latestTime(call).look();
  const tokenId = newTokenId(call.newId, claims.userId);
  const token = await signUserToken(
    call.userTokenKeys(),
    {
      issuer: call.settings.issuer,
      apiKeyId: call.apiKey.apiKeyId,
      tokenId,
      now: call.now(),
    },
    claims,
  );
  if (token.length > MAX_SIGNED_TOKEN_BYTES) throw tooLong(token.length);
  const { requestId, apiKey } = call;
  call.log.info({ requestId, apiKeyId: apiKey.apiKeyId, userId: claims.userId, tokenId }, "user token signed");
  return token;
}

function tooLong(bytes: number): ApiError {
  return new ApiError(
    "INVALID_ARGUMENT",
    `The user token would have ${bytes} bytes, and no server takes more than ${MAX_SIGNED_TOKEN_BYTES} with each request. Name fewer resources, and grant the others with /v2/auth/permissions/add.`,
  );
}
