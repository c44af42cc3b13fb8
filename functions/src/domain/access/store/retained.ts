import { expiring, KEPT, type RetentionRule, until } from "#domain/retention/store/retention";

/** Retention rules of this topic. */
export const retained: readonly RetentionRule[] = [
  expiring("grants", "apiKeys", (tenant, now) => ({
    group: "grants",
    under: tenant,
    // `expiresAt` is in seconds.
    ...until("expiresAt", (now - KEPT) / 1000),
  })),
];
