import { expiring, type RetentionRule, until } from "#domain/retention/store/retention";

/** Retention rules of this topic. */
export const retained: readonly RetentionRule[] = [
  expiring("dataDeletions", "apiKeys", (tenant, now) => ({
    collection: `${tenant}/dataDeletions`,
    ...until("deleteAt", new Date(now)),
  })),
];
