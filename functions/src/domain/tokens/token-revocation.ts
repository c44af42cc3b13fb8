import type { PermissionResource } from "#domain/access/permission";
import { numberFromBase62 } from "#platform/base62";
import { shortHash } from "#platform/short-hash";
import { LEEWAY } from "./signing-key-rotation.ts";
import { USER_TOKEN_SECONDS } from "./user-token.ts";

/** How long what ends tokens is kept, in ms: every token that it may be about has expired by then. */
export const REVOCATION_KEPT = USER_TOKEN_SECONDS * 1000 + LEEWAY;
/** Most tokens of one user that are revoked one by one. */
export const MAX_REVOKED_TOKENS = 200;

/** What has ended of a user's tokens. Times in ms since 1970. */
export interface Revocation {
  /** Tokens issued up to then are refused. */
  refusedUntil?: number | undefined;
  /** By `shortHash` of an organization: what tokens issued up to then say of resources of it counts no more. */
  withdrawn?: Readonly<Record<string, number>> | undefined;
  /** Ids of tokens that are refused, and when each can be forgotten. */
  tokens?: Readonly<Record<string, number>> | undefined;
}

/** The id of a new token. Its last part tells whose it is: a token is found among the revoked ones of its user. */
export function newTokenId(newId: (prefix: string) => string, userId: string): string {
  return `${newId("tok")}_${shortHash(userId)}`;
}

const tokenIdForm = /^tok_([0-9A-Za-z]{9})[0-9A-Za-z]{11}_([0-9A-Za-z]{22})$/;

/** `shortHash` of the user that a token is of; undefined for an id that is none of ours. */
export function userOfTokenId(tokenId: string): string | undefined {
  return tokenIdForm.exec(tokenId)?.[2];
}

/** What tells a token's age: `iat` in seconds, and its id. */
export interface IssuedToken {
  tokenId: string;
  issuedAt: number;
}

/** Ms since 1970. Seconds would not do: who is revoked and gets a new token in one second shall be able to use it. */
function issuedMs({ tokenId, issuedAt }: IssuedToken): number {
  const [, time] = tokenIdForm.exec(tokenId) ?? [];
  return time === undefined ? issuedAt * 1000 : numberFromBase62(time);
}

/** Whether a token is refused. */
export function isRevoked({ refusedUntil = -1, tokens }: Revocation, token: IssuedToken): boolean {
  return issuedMs(token) <= refusedUntil || (tokens !== undefined && Object.hasOwn(tokens, token.tokenId));
}

/** The resources of a token that still count. */
export function heldResources(
  { withdrawn }: Revocation,
  { resources, ...token }: IssuedToken & { resources: PermissionResource[] },
): PermissionResource[] {
  if (!withdrawn || resources.length === 0) return resources;
  const issued = issuedMs(token);
  const endOf = ({ type, id, organizationId = id }: PermissionResource) =>
    withdrawn[shortHash(type === "organization" ? id : organizationId)] ?? -1;
  return resources.filter((resource) => issued > endOf(resource));
}
