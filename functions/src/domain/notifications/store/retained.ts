import { expiring, type RetentionRule, until } from "#domain/retention/store/retention";

/** Retention rules of this topic. A notice that waits has no end. */
export const retained: readonly RetentionRule[] = [
  expiring("notices", "apiKeys", (tenant, now) => ({
    group: "notices",
    under: tenant,
    ...until("deleteAt", new Date(now)),
  })),
];
