import { expiring, type RetentionRule, until } from "#domain/retention/store/retention";

/** What this topic keeps for a while only. */
export const retained: readonly RetentionRule[] = [
  expiring("presence", "apiKeys", (tenant, now) => ({
    group: "presence",
    under: tenant,
    ...until("deleteAt", new Date(now)),
  })),
];
