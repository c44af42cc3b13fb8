import { expiring, type RetentionRule, until } from "#domain/retention/store/retention";

/** Retention rules of this topic. A waiting notice never expires. */
export const retained: readonly RetentionRule[] = [
  expiring("notices", "apiKeys", (tenant, now) => ({
    group: "notices",
    under: tenant,
    ...until("deleteAt", new Date(now)),
  })),
];
