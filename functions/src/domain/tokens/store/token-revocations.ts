import { MAX_REVOKED_TOKENS, REVOCATION_KEPT, type Revocation, userOfTokenId } from "#domain/tokens/token-revocation";
import { apiKeyPath } from "#domain/workspaces/store/api-keys";
import { ApiError } from "#platform/error";
import { shortHash } from "#platform/short-hash";
import type { KeyCall } from "#src/call";
import { toPath } from "#store/paths";
import type { DocData, Transaction } from "#store/port";

/** What has ended of a user's tokens: collection `tokenRevocations`, named by `shortHash` of the user's id. */
export interface StoredRevocation extends Revocation, DocData {
  refusedUntil?: number;
  withdrawn?: Record<string, number>;
  tokens?: Record<string, number>;
  deleteAt: Date;
}

/** The collection of all users of the API key. */
export function revocationsOf({ apiKey }: Pick<KeyCall, "apiKey">): string {
  return `${apiKeyPath(apiKey.apiKeyId)}/tokenRevocations`;
}

/** @param user `shortHash` of the user's id. */
export function revocationPath({ apiKey }: Pick<KeyCall, "apiKey">, user: string): string {
  return toPath("apiKeys", apiKey.apiKeyId, "tokenRevocations", user);
}

/** Ends all tokens of a user that were issued up to now. One write, nothing is read. */
export function refuseTokens(tx: Transaction, call: KeyCall, userId: string): void {
  const now = call.now();
  tx.merge(revocationPath(call, shortHash(userId)), { refusedUntil: now, deleteAt: keptFrom(now) });
}

/** Ends what the tokens of a user that were issued up to now say of resources of organizations. One write. */
export function withdrawResources(
  tx: Transaction,
  call: KeyCall,
  userId: string,
  organizationIds: Iterable<string>,
): void {
  const now = call.now();
  const withdrawn = Object.fromEntries(Array.from(organizationIds, (id) => [shortHash(id), now]));
  tx.merge(revocationPath(call, shortHash(userId)), { withdrawn, deleteAt: keptFrom(now) });
}

/** Single tokens of some users, to be refused. */
export interface TokenRefusals {
  /** @throws ApiError INVALID_ARGUMENT for an id of no token of ours, RESOURCE_EXHAUSTED for one too many of a user. */
  refuse(tokenId: string): void;
  /** Writes them: one write for each user. */
  save(): void;
}

/** Reads what has ended already of the tokens of those users: one read for each user. */
export async function readTokenRefusals(
  tx: Transaction,
  call: KeyCall,
  tokenIds: readonly string[],
): Promise<TokenRefusals> {
  const users = [...new Set(tokenIds.map(userOfTokenId))].filter((user) => user !== undefined);
  const docs = await tx.getMany<StoredRevocation>(users.map((user) => revocationPath(call, user)));
  const now = call.now();
  const records = new Map(users.map((user, i) => [user, current(docs[i]?.data, now)]));
  return {
    refuse(tokenId) {
      const record = records.get(userOfTokenId(tokenId) ?? "");
      if (!record) throw new ApiError("INVALID_ARGUMENT", "This is not the id (`jti`) of a user token.");
      if (Object.keys(record.tokens).length >= MAX_REVOKED_TOKENS)
        throw new ApiError(
          "RESOURCE_EXHAUSTED",
          `${MAX_REVOKED_TOKENS} tokens of this user are revoked one by one. Revoke all of the user's.`,
        );
      record.tokens[tokenId] = now + REVOCATION_KEPT;
    },
    save() {
      for (const [user, record] of records) tx.set(revocationPath(call, user), { ...record, deleteAt: keptFrom(now) });
    },
  };
}

/** What still matters of a record. */
function current(stored: StoredRevocation | undefined, now: number) {
  const { tokens = {}, withdrawn = {}, refusedUntil } = stored ?? {};
  const kept = (times: Record<string, number>, since: number) =>
    Object.fromEntries(Object.entries(times).filter(([, time]) => time > since));
  return { refusedUntil, tokens: kept(tokens, now), withdrawn: kept(withdrawn, now - REVOCATION_KEPT) };
}

function keptFrom(now: number): Date {
  return new Date(now + REVOCATION_KEPT);
}
