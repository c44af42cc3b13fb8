import { fromBase64 } from "./base64.ts";
import { AtriumError, type ErrorCode } from "./error.ts";
import { findKey, type Jwks } from "./jwks.ts";

/** Longest lifetime of a token, and how far clocks may differ, in s. */
const LONGEST_LIFE = 48 * 60 * 60;
const CLOCK_TOLERANCE = 5;

/** How a user token is verified. */
export interface UserTokenOptions {
  /**
   * The public keys, or their address `https://…/.well-known/jwks.json`: then they are cached for as long as the server
   * allows.
   */
  jwks: Jwks | string | URL;
  /** Id of the API key that the token must be for. Omit it only if every API key of the server is yours. */
  audience?: string | undefined;
  /** The expected issuer: the server's `ISSUER`. */
  issuer?: string | undefined;
  /** Tolerated difference between the server's clock and ours, in s. Default: 5. */
  clockTolerance?: number | undefined;
  /** Ms since 1970; for tests. */
  now?: (() => number) | undefined;
  /** Fetches the keys; default: the global `fetch`. */
  fetch?: typeof fetch | undefined;
}

/** Access that the token itself grants. */
export interface TokenResource {
  type: "organization" | "document" | "folder";
  id: string;
  organizationId?: string;
  accessRole?: "viewer" | "editor";
  /** Seconds since 1970. */
  expiresAt?: number;
}

/** The claims of a genuine token. Times in seconds since 1970. */
export interface VerifiedUser {
  userId: string;
  name: string;
  email: string;
  isAdmin: boolean;
  resources: TokenResource[];
  apiKeyId: string;
  issuer: string;
  tokenId: string;
  issuedAt: number;
  expiresAt: number;
}

/**
 * Verifies a token and returns its claims: Atrium has signed it and it has not expired. Only the server knows whether it
 * was revoked.
 * @throws AtriumError UNAUTHENTICATED: answer 401. Other codes: the keys can't be read, or this runtime lacks Ed25519.
 */
export async function verifyUserToken(token: string, options: UserTokenOptions): Promise<VerifiedUser> {
  const { jwks, audience, issuer, clockTolerance = CLOCK_TOLERANCE, now = Date.now } = options;
  const [head = "", body = "", signature = "", ...more] = String(token).split(".");
  const header = partOf(head);
  const { kid } = header;
  if (
    more.length > 0 ||
    header.alg !== "EdDSA" ||
    header.typ !== "JWT" ||
    header.crit !== undefined ||
    typeof kid !== "string"
  )
    throw refused("This is not a user token of Atrium.");
  const fetching = options.fetch ?? ((...args: Parameters<typeof fetch>) => fetch(...args));
  const jwk = await findKey(jwks, kid, { fetch: fetching, now: now() });
  if (!jwk) throw refused("The user token is signed with a key that the server does not publish.");
  if (!(await isSigned(jwk, `${head}.${body}`, signature))) throw refused("The signature of the user token is wrong.");
  const { sub, aud, iss, jti, iat, exp, name, email, isAdmin, resources } = partOf(body);
  const seconds = now() / 1000;
  if (typeof iat !== "number" || typeof exp !== "number" || typeof sub !== "string" || typeof aud !== "string")
    throw refused("The user token lacks claims.");
  if (seconds >= exp + clockTolerance || exp - iat > LONGEST_LIFE) throw refused("The user token has expired.");
  if (seconds < iat - clockTolerance)
    throw refused("The user token is from the future. Is the clock of this machine right?");
  if (audience !== undefined && aud !== audience) throw refused("The user token is for another API key.");
  if (issuer !== undefined && iss !== issuer) throw refused("The user token was issued by another service.");
  const times = { issuedAt: iat, expiresAt: exp };
  return {
    userId: sub,
    name,
    email,
    isAdmin: isAdmin === true,
    resources: resources ?? [],
    apiKeyId: aud,
    issuer: iss,
    tokenId: jti,
    ...times,
  } as VerifiedUser;
}

async function isSigned(
  { kty, crv, x }: { kty?: string; crv?: string; x?: string },
  signed: string,
  signature: string,
): Promise<boolean> {
  const algorithm = { name: "Ed25519" };
  let key: Awaited<ReturnType<typeof crypto.subtle.importKey>>;
  try {
    // Imports only the members that define the key, because runtimes differ in the algorithm names that they accept.
    key = await crypto.subtle.importKey("jwk", { kty, crv, x }, algorithm, false, ["verify"]);
  } catch (cause) {
    throw refused(
      "The public key can't be used: this runtime lacks Ed25519, or the key is of another kind.",
      "UNIMPLEMENTED",
      cause,
    );
  }
  try {
    return await crypto.subtle.verify(algorithm, key, fromBase64(signature), new TextEncoder().encode(signed));
  } catch {
    return false;
  }
}

function partOf(encoded: string): Record<string, unknown> {
  try {
    const part: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(fromBase64(encoded)));
    if (typeof part === "object" && part !== null) return part as Record<string, unknown>;
  } catch {}
  throw refused("This is not a user token of Atrium.");
}

function refused(message: string, code: ErrorCode = "UNAUTHENTICATED", cause?: unknown): AtriumError {
  return new AtriumError(code, message, { cause });
}
