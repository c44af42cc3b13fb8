import { expiring, type RetentionRule, until } from "#domain/retention/store/retention";

/** Retention rules of this topic. */
export const retained: readonly RetentionRule[] = [
  expiring("presence", "apiKeys", (tenant, now) => ({
    group: "presence",
    under: tenant,
    ...until("deleteAt", new Date(now)),
  })),
];
