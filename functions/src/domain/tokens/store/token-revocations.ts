import { latestTime } from "#domain/tokens/latest-time";
import { MAX_REVOKED_TOKENS, REVOCATION_KEPT, type Revocation, userOfTokenId } from "#domain/tokens/token-revocation";
import { apiKeyPath } from "#domain/workspaces/store/api-keys";
import { shortHash } from "#platform/crypto/short-hash";
import { ApiError } from "#platform/error";
import type { KeyCall } from "#src/call";
import { toPath } from "#store/paths";
import type { DocData, Transaction } from "#store/port";

/** Stored form of the revocations of a user's tokens: collection `tokenRevocations`, with `shortHash` of the user id as id. */
export interface StoredRevocation extends Revocation, DocData {
  refusedUntil?: number;
  withdrawn?: Record<string, number>;
  tokens?: Record<string, number>;
  deleteAt: Date;
  /** Set when the record was first found expired and kept for another period. */
  isKeptAgain?: boolean;
  /** When that period ends, by `recordElapsedTime`. */
  keptAgainUntil?: number;
}

/** Path of the collection of revocations of an API key. */
export function revocationsOf({ apiKey }: Pick<KeyCall, "apiKey">): string {
  return `${apiKeyPath(apiKey.apiKeyId)}/tokenRevocations`;
}

/** Path of a user's revocations. @param user `shortHash` of the user id. */
export function revocationPath({ apiKey }: Pick<KeyCall, "apiKey">, user: string): string {
  return toPath("apiKeys", apiKey.apiKeyId, "tokenRevocations", user);
}

/** Revokes all tokens of a user that were issued up to now. It costs one write and no read. */
export function revokeTokensOfUser(tx: Transaction, call: KeyCall, userId: string): void {
  const refusedUntil = latestTime(call).lastIssue();
  tx.merge(revocationPath(call, shortHash(userId)), { refusedUntil, ...keptFrom(refusedUntil) });
}

/** Withdraws the resources of organizations from all tokens of a user that were issued up to now. It costs one write. */
export function withdrawResources(
  tx: Transaction,
  call: KeyCall,
  userId: string,
  organizationIds: Iterable<string>,
): void {
  const until = latestTime(call).lastIssue();
  const withdrawn = Object.fromEntries(Array.from(organizationIds, (id) => [shortHash(id), until]));
  tx.merge(revocationPath(call, shortHash(userId)), { withdrawn, ...keptFrom(until) });
}

/**
 * Makes every process recheck the open streams of a user within seconds, without revoking anything. It costs one write.
 */
export function recheckStreams(tx: Transaction, call: KeyCall, userId: string): void {
  // Streams watch this document; a revocation without content has no other effect.
  tx.merge(revocationPath(call, shortHash(userId)), keptFrom(call.now()));
}

/** Revokes individual tokens of some users. */
export interface TokenRevocations {
  /** @throws ApiError INVALID_ARGUMENT for an id that is not a token's, RESOURCE_EXHAUSTED for too many tokens of a user. */
  refuse(tokenId: string): void;
  /** Writes the revocations: one write per user. */
  save(): void;
}

/** Reads the earlier revocations of the users of some tokens: one read per user. */
export async function readTokenRevocations(
  tx: Transaction,
  call: KeyCall,
  tokenIds: readonly string[],
): Promise<TokenRevocations> {
  const users = [...new Set(tokenIds.map(userOfTokenId))].filter((user) => user !== undefined);
  const docs = await tx.getMany<StoredRevocation>(users.map((user) => revocationPath(call, user)));
  const now = call.now();
  const records = new Map(users.map((user, i) => [user, current(docs[i]?.data, now)]));
  return {
    refuse(tokenId) {
      const record = records.get(userOfTokenId(tokenId) ?? "");
      if (!record) throw new ApiError("INVALID_ARGUMENT", "This is not the id (`jti`) of a user token.");
      const isNew = !Object.hasOwn(record.tokens, tokenId);
      if (isNew && Object.keys(record.tokens).length >= MAX_REVOKED_TOKENS)
        throw new ApiError(
          "RESOURCE_EXHAUSTED",
          `${MAX_REVOKED_TOKENS} tokens of this user are revoked one by one. Revoke all of the user's.`,
        );
      record.tokens[tokenId] = now + REVOCATION_KEPT;
    },
    save() {
      for (const [user, record] of records) tx.set(revocationPath(call, user), { ...record, ...keptFrom(now) });
    },
  };
}

/**
 * The record, without expired entries if it has many. Few are kept anyway: to a clock that is ahead, valid ones look
 * expired.
 */
function current(revocation: StoredRevocation | undefined, now: number) {
  const { tokens = {}, withdrawn = {}, refusedUntil } = revocation ?? {};
  const trimTimes = (times: Record<string, number>, since: number) =>
    Object.keys(times).length < MAX_REVOKED_TOKENS
      ? { ...times }
      : Object.fromEntries(Object.entries(times).filter(([, time]) => time > since));
  return { refusedUntil, tokens: trimTimes(tokens, now), withdrawn: trimTimes(withdrawn, now - REVOCATION_KEPT) };
}

/** The retention fields of a revocation made at `now`, in ms since 1970. */
function keptFrom(now: number): Pick<StoredRevocation, "deleteAt" | "isKeptAgain"> {
  return { deleteAt: new Date(now + REVOCATION_KEPT), isKeptAgain: false };
}
