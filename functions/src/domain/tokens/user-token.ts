import { createPrivateKey, createPublicKey } from "node:crypto";
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from "jose";
import type { PermissionResource } from "#domain/access/permission";
import type { UserTokenKeys } from "#src/context";

/** Lifetime of a user token, in seconds: 48 hours. */
export const USER_TOKEN_SECONDS = 48 * 60 * 60;

/**
 * Maximum length of a user token that the service signs, in bytes. HTTP servers accept 16 KiB for all headers of a
 * request: a quarter remains for the other headers.
 */
export const MAX_SIGNED_TOKEN_BYTES = 12_288;

/** A signing key in the secrets of the host: a private JWK with `kid`, and the time from which it signs. */
export type StoredSigningKey = JWK & {
  kid: string;
  /** Milliseconds since 1970; omitted for a key that has signed from the beginning. */
  signsFrom?: number;
};

/** The user of a token, and what the token allows (docs/behaviour.md#user-tokens). */
export interface UserTokenClaims {
  userId: string;
  name: string;
  email: string;
  isAdmin: boolean;
  resources: PermissionResource[];
}

/** A new Ed25519 key with a random `kid`. */
export async function generateSigningKey(kid: string): Promise<StoredSigningKey> {
  const { privateKey } = await generateKeyPair("EdDSA", { extractable: true });
  return { ...(await exportJWK(privateKey)), kid, alg: "EdDSA", use: "sig" };
}

const algorithm = { name: "Ed25519" };

/** Imports the keys; the first one signs. @throws when there are no keys, or when two keys have the same `kid`. */
export function importSigningKeys(signingKeys: readonly StoredSigningKey[]): UserTokenKeys {
  const [current] = signingKeys;
  if (!current) throw new Error("there is no signing key");
  const privateKey = createPrivateKey({ key: current, format: "jwk" }).toCryptoKey(algorithm, false, ["sign"]);
  const keys = signingKeys.map(({ d: _private, signsFrom: _time, ...publicJwk }) => publicJwk);
  const publicKeys = new Map<string, CryptoKey>();
  for (const key of keys) {
    if (publicKeys.has(key.kid)) throw new Error(`two signing keys have the kid ${JSON.stringify(key.kid)}`);
    publicKeys.set(key.kid, createPublicKey({ key, format: "jwk" }).toCryptoKey(algorithm, true, ["verify"]));
  }
  return { kid: current.kid, privateKey, jwks: { keys }, publicKeys };
}

/**
 * Signs a user token with EdDSA for 48 hours. The caller checks whether it fits into a request.
 * @param now ms since 1970; `issuer` and `apiKeyId` become `iss` and `aud`.
 */
export async function signUserToken(
  keys: UserTokenKeys,
  { issuer, apiKeyId, tokenId, now }: { issuer: string; apiKeyId: string; tokenId: string; now: number },
  { userId, ...claims }: UserTokenClaims,
): Promise<string> {
  const issuedAt = Math.floor(now / 1000);
  return new SignJWT({ ...claims })
    .setProtectedHeader(userTokenHeader(keys.kid))
    .setIssuer(issuer)
    .setAudience(apiKeyId)
    .setSubject(userId)
    .setJti(tokenId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + USER_TOKEN_SECONDS)
    .sign(keys.privateKey);
}

/** The protected header of every user token, its fields in this order. */
export function userTokenHeader(kid: string) {
  return { alg: "EdDSA", typ: "JWT", kid };
}
