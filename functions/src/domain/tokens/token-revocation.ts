import type { PermissionResource } from "#domain/access/permission";
import { numberFromBase62 } from "#platform/crypto/base62";
import { shortHash } from "#platform/crypto/short-hash";
import { LEEWAY } from "./signing-key-rotation.ts";
import { USER_TOKEN_SECONDS } from "./user-token.ts";

/** How long a revocation is kept, in ms: by then every token that it concerns has expired. */
export const REVOCATION_KEPT = USER_TOKEN_SECONDS * 1000 + LEEWAY;
/**
 * How long a revocation is kept again when it is first found expired, in ms: longer than a token's lifetime, but enough
 * shorter than the time that a new revocation is kept that no watch mistakes it for a new one.
 */
export const REVOCATION_KEPT_AGAIN = REVOCATION_KEPT - LEEWAY / 2;
/** Maximum number of tokens of one user that are revoked individually. */
export const MAX_REVOKED_TOKENS = 200;

/** The revocations of a user's tokens. Times are in ms since 1970. */
export interface Revocation {
  /** Tokens that were issued up to this time are refused. */
  refusedUntil?: number | undefined;
  /** By `shortHash` of an organization id: tokens that were issued up to this time lose their resources of the organization. */
  withdrawn?: Readonly<Record<string, number>> | undefined;
  /** Ids of refused tokens, and when each entry can be deleted. */
  tokens?: Readonly<Record<string, number>> | undefined;
}

/** Creates the id of a new token. Its last part identifies the user, whose document lists the revoked tokens. */
export function newTokenId(newId: (prefix: string) => string, userId: string): string {
  return `${newId("tok")}_${shortHash(userId)}`;
}

const tokenIdForm = /^tok_([0-9A-Za-z]{9})[0-9A-Za-z]{11}_([0-9A-Za-z]{22})$/;

/** `shortHash` of the user of a token; undefined for an id that the service did not create. */
export function userOfTokenId(tokenId: string): string | undefined {
  return tokenIdForm.exec(tokenId)?.[2];
}

/** The fields that determine when a token was issued: its id, and `iat` in seconds since 1970. */
export interface IssuedToken {
  tokenId: string;
  issuedAt: number;
}

/**
 * When a token was issued, in ms since 1970. By seconds alone, a token issued right after a revocation would be
 * refused.
 */
function issuedMs({ tokenId, issuedAt }: IssuedToken): number {
  const [, time] = tokenIdForm.exec(tokenId) ?? [];
  return time === undefined ? issuedAt * 1000 : numberFromBase62(time);
}

/** Whether a token is refused. */
export function isRevoked({ refusedUntil = -1, tokens }: Revocation, token: IssuedToken): boolean {
  return issuedMs(token) <= refusedUntil || (tokens !== undefined && Object.hasOwn(tokens, token.tokenId));
}

/** The resources of a token that have not been withdrawn. */
export function validResources(
  { withdrawn }: Revocation,
  { resources, ...token }: IssuedToken & { resources: PermissionResource[] },
): PermissionResource[] {
  if (!withdrawn || resources.length === 0) return resources;
  const issued = issuedMs(token);
  const endOf = ({ type, id, organizationId = id }: PermissionResource) =>
    withdrawn[shortHash(type === "organization" ? id : organizationId)] ?? -1;
  return resources.filter((resource) => issued > endOf(resource));
}
