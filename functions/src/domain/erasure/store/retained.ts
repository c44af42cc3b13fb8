import { expiring, type RetentionRule, until } from "#domain/retention/store/retention";

/** Records of this topic with a retention period. */
export const retained: readonly RetentionRule[] = [
  expiring("dataDeletions", "apiKeys", (tenant, now) => ({
    collection: `${tenant}/dataDeletions`,
    ...until("deleteAt", new Date(now)),
  })),
];
