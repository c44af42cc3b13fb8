import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from "jose";
import type { PermissionResource } from "#model/permission";

/** Life of a user token in seconds: 48 hours (section 8). */
export const USER_TOKEN_SECONDS = 48 * 60 * 60;

/** A signing key as kept in the secrets of the host: private JWK with `kid`. */
export type StoredSigningKey = JWK & { kid: string };

/** The key that signs now, and the public keys that verify what was signed. */
export interface UserTokenKeys {
  kid: string;
  privateKey: CryptoKey;
  /** Public JWKs for `GET /.well-known/jwks.json`. */
  jwks: { keys: JWK[] };
}

/** Who a token is for and what it may do (section 2.3). */
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

/** Makes the keys usable; the first one signs. */
export async function importSigningKeys(stored: StoredSigningKey[]): Promise<UserTokenKeys> {
  const [current] = stored;
  if (!current) throw new Error("there is no signing key");
  const privateKey = (await importJWK(current, "EdDSA")) as CryptoKey;
  const keys = stored.map(({ d: _private, ...publicJwk }) => publicJwk);
  return { kid: current.kid, privateKey, jwks: { keys } };
}

/**
 * Signs a user token: EdDSA, 48 hours (decisions.md, "User tokens").
 * @param now ms since 1970; `issuer` and `apiKeyId` become `iss` and `aud`.
 */
export async function signUserToken(
  keys: UserTokenKeys,
  { issuer, apiKeyId, tokenId, now }: { issuer: string; apiKeyId: string; tokenId: string; now: number },
  { userId, ...claims }: UserTokenClaims,
): Promise<string> {
  const issuedAt = Math.floor(now / 1000);
  return new SignJWT({ ...claims })
    .setProtectedHeader({ alg: "EdDSA", typ: "JWT", kid: keys.kid })
    .setIssuer(issuer)
    .setAudience(apiKeyId)
    .setSubject(userId)
    .setJti(tokenId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + USER_TOKEN_SECONDS)
    .sign(keys.privateKey);
}
