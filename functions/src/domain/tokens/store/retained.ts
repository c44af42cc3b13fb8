import { expiring, type RetentionRule, until } from "#domain/retention/store/retention";

/** What this topic keeps for a while only. */
export const retained: readonly RetentionRule[] = [
  expiring("tokenRevocations", "apiKeys", (tenant, now) => ({
    collection: `${tenant}/tokenRevocations`,
    ...until("deleteAt", new Date(now)),
  })),
];
