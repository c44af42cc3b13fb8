import { expiring, type RetentionRule, until } from "#domain/retention/store/retention";

/** Retention rules of this topic. */
export const retained: readonly RetentionRule[] = [
  expiring("migrations", "apiKeys", (tenant, now) => ({
    group: "migrations",
    under: tenant,
    ...until("deleteAt", new Date(now)),
  })),
];
