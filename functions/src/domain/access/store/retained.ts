import { expiring, KEPT, type RetentionRule, until } from "#domain/retention/store/retention";

/** What this topic keeps for a while only. */
export const retained: readonly RetentionRule[] = [
  expiring("grants", "apiKeys", (tenant, now) => ({
    group: "grants",
    under: tenant,
    // Seconds, as callers give them.
    ...until("expiresAt", (now - KEPT) / 1000),
  })),
];
