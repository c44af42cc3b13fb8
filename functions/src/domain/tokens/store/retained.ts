import { PAGE, type RetentionRule, until } from "#domain/retention/store/retention";
import { REVOCATION_KEPT_AGAIN as KEPT_AGAIN } from "#domain/tokens/token-revocation";
import { retryOnConflict } from "#platform/async/retry-on-conflict";
import type { Query, Store, Transaction } from "#store/port";
import type { StoredRevocation } from "./token-revocations.ts";

/** Retention rules of this topic. */
export const retained: readonly RetentionRule[] = [
  { kind: "tokenRevocations", below: "apiKeys", deleteExpired: deleteExpiredRevocations },
];

/**
 * Deletes revocations that were first found expired a token's lifetime ago, measured as really elapsed time. To a clock
 * that is ahead, all revocations look expired, but deleting one too early would revive its tokens once the clock is
 * right.
 */
async function deleteExpiredRevocations(store: Store, tenant: string, now: number, elapsed: number): Promise<number> {
  const expired: Query = {
    collection: `${tenant}/tokenRevocations`,
    ...until("deleteAt", new Date(now)),
    select: ["isKeptAgain", "keptAgainUntil"],
    limit: PAGE,
  };
  let deleted = 0;
  // Each page deletes its documents or moves them out of the query.
  while ((await store.query({ ...expired, limit: 1 })).docs.length > 0)
    deleted += await retryOnConflict(() => store.transact((tx) => endPage(tx, expired, { now, elapsed })));
  return deleted;
}

/** @returns the number of deleted documents. */
async function endPage(
  tx: Transaction,
  expired: Query,
  { now, elapsed }: { now: number; elapsed: number },
): Promise<number> {
  const { docs } = await tx.query<StoredRevocation>(expired);
  let deleted = 0;
  for (const { path, data } of docs) {
    const timeLeft = data.isKeptAgain && data.keptAgainUntil !== undefined ? data.keptAgainUntil - elapsed : KEPT_AGAIN;
    if (timeLeft > 0)
      tx.update(path, { deleteAt: new Date(now + timeLeft), isKeptAgain: true, keptAgainUntil: elapsed + timeLeft });
    else {
      tx.delete(path);
      deleted++;
    }
  }
  return deleted;
}
