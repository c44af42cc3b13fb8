import { decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from "jose";
import * as z from "zod";
import { PermissionResource } from "#domain/access/permission";
import { Id } from "#platform/shapes/fields";
import type { UserTokenKeys } from "#src/context";
import { badUserToken, type UserTokenProblem } from "#src/errors";
import { USER_TOKEN_SECONDS, type UserTokenClaims, userTokenHeader } from "./user-token.ts";

/** Maximum length of a user token, in characters: HTTP servers accept no more for all headers together. */
export const MAX_USER_TOKEN_LENGTH = 16_384;
/** Maximum clock skew between two processes, in seconds. */
export const CLOCK_TOLERANCE = 5;

/** The claims of a verified token. Times are in seconds since 1970. */
export interface VerifiedUserToken extends UserTokenClaims {
  /** The audience of the token. Whether this API key exists has not been checked. */
  apiKeyId: string;
  tokenId: string;
  issuedAt: number;
  expiresAt: number;
}

const Claims = z.object({
  sub: Id,
  aud: z.string(),
  jti: z.string().min(1),
  iat: z.number(),
  exp: z.number(),
  name: z.string(),
  email: z.string(),
  isAdmin: z.boolean(),
  resources: z.array(PermissionResource),
});

/**
 * Verifies a user token: the exact header that the service writes, the signature, then the claims
 * (docs/behaviour.md#user-tokens).
 * @param now ms since 1970.
 * @throws ApiError UNAUTHENTICATED that says what is wrong; it describes the claims only when the signature is valid.
 */
export async function verifyUserToken(
  keys: UserTokenKeys,
  token: string,
  { issuer, now }: { issuer: string; now: number },
): Promise<VerifiedUserToken> {
  if (token.length > MAX_USER_TOKEN_LENGTH)
    throw badUserToken({ message: `The user token is longer than ${MAX_USER_TOKEN_LENGTH} characters.` });
  const key = keys.publicKeys.get(keyIdOf(token));
  if (!key) throw badUserToken("unknownKey");
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ["EdDSA"],
      typ: "JWT",
      issuer,
      maxTokenAge: USER_TOKEN_SECONDS,
      requiredClaims: ["exp"],
      clockTolerance: CLOCK_TOLERANCE,
      currentDate: new Date(now),
    });
    return claimsOf(payload);
  } catch (error) {
    throw error instanceof errors.JOSEError ? badUserToken(problemOf(error)) : error;
  }
}

/**
 * The `kid` of a token with exactly the header that the service writes: another algorithm, an additional field or a duplicate
 * one is refused.
 * @throws ApiError UNAUTHENTICATED
 */
function keyIdOf(token: string): string {
  const [encoded = ""] = token.split(".", 1);
  const malformed = badUserToken("malformed");
  let kid: unknown;
  try {
    kid = decodeProtectedHeader(token).kid;
  } catch {
    throw malformed;
  }
  if (typeof kid !== "string") throw malformed;
  const expected = Buffer.from(JSON.stringify(userTokenHeader(kid))).toString("base64url");
  if (encoded !== expected) throw badUserToken("foreignHeader");
  return kid;
}

function claimsOf(payload: JWTPayload): VerifiedUserToken {
  const parsed = Claims.safeParse(payload);
  if (!parsed.success) throw badUserToken("claimsMissing");
  const { sub: userId, aud: apiKeyId, jti: tokenId, iat: issuedAt, exp: expiresAt, ...rest } = parsed.data;
  return { userId, apiKeyId, tokenId, issuedAt, expiresAt, ...rest };
}

function problemOf(error: errors.JOSEError): UserTokenProblem {
  if (error instanceof errors.JWTExpired) return "expired";
  if (error instanceof errors.JWSSignatureVerificationFailed) return "wrongSignature";
  if (!(error instanceof errors.JWTClaimValidationFailed)) return "malformed";
  const { claim, reason } = error;
  if (claim === "iss") return "foreignIssuer";
  if (reason === "check_failed" && (claim === "nbf" || claim === "iat")) return "notYetValid";
  return "claimsMissing";
}
