import { expiring, type RetentionRule, until } from "#domain/retention/store/retention";

/** What this topic keeps for a while only. */
export const retained: readonly RetentionRule[] = [
  expiring("dataDeletions", "apiKeys", (tenant, now) => ({
    collection: `${tenant}/dataDeletions`,
    ...until("deleteAt", new Date(now)),
  })),
];
