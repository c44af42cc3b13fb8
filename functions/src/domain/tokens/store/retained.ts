import { expiring, type RetentionRule, until } from "#domain/retention/store/retention";

/** Retention rules of this topic. */
export const retained: readonly RetentionRule[] = [
  expiring("tokenRevocations", "apiKeys", (tenant, now) => ({
    collection: `${tenant}/tokenRevocations`,
    ...until("deleteAt", new Date(now)),
  })),
];
