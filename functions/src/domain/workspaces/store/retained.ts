import { expiring, type RetentionRule, until } from "#domain/retention/store/retention";

/** Retention rules of this topic. */
export const retained: readonly RetentionRule[] = [
  expiring("idempotencyRecords", "workspaces", (tenant, now) => ({
    collection: `${tenant}/idempotency`,
    ...until("expireAt", new Date(now)),
  })),
  expiring("idempotencyRecords", "apiKeys", (tenant, now) => ({
    collection: `${tenant}/idempotency`,
    ...until("expireAt", new Date(now)),
  })),
];
