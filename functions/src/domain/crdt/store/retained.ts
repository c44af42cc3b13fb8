import { expiring, type RetentionRule, until } from "#domain/retention/store/retention";

/** Retention rules of this topic. */
export const retained: readonly RetentionRule[] = [
  expiring("awareness", "apiKeys", (tenant, now) => ({
    group: "awareness",
    under: tenant,
    ...until("deleteAt", new Date(now)),
  })),
];
