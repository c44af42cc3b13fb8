import { PAGE, type RetentionRule, until } from "#domain/retention/store/retention";
import { REVOCATION_KEPT_AGAIN } from "#domain/tokens/token-revocation";
import { retryOnConflict } from "#platform/async/retry-on-conflict";
import type { Query, Store, Transaction } from "#store/port";
import type { StoredRevocation } from "./token-revocations.ts";

/** Retention rules of this topic. */
export const retained: readonly RetentionRule[] = [
  { kind: "tokenRevocations", below: "apiKeys", deleteExpired: deleteExpiredRevocations },
];

/**
 * Deletes the revocations that have been found expired twice, a token's life apart. By a clock that was ahead for a moment all
 * look expired, and a revocation that goes too early lets its token live again once the clock is right.
 */
async function deleteExpiredRevocations(store: Store, tenant: string, now: number): Promise<number> {
  const expired: Query = {
    collection: `${tenant}/tokenRevocations`,
    ...until("deleteAt", new Date(now)),
    select: ["isKeptAgain"],
    limit: PAGE,
  };
  let deleted = 0;
  // Each page deletes its documents or moves them out of the query.
  while ((await store.query({ ...expired, limit: 1 })).docs.length > 0)
    deleted += await retryOnConflict(() => store.transact((tx) => endPage(tx, expired, now)));
  return deleted;
}

/** @returns the number of deleted documents. */
async function endPage(tx: Transaction, expired: Query, now: number): Promise<number> {
  const { docs } = await tx.query<StoredRevocation>(expired);
  const deleteAt = new Date(now + REVOCATION_KEPT_AGAIN);
  for (const { path, data } of docs)
    if (data.isKeptAgain) tx.delete(path);
    else tx.update(path, { deleteAt, isKeptAgain: true });
  return docs.filter(({ data }) => data.isKeptAgain).length;
}
