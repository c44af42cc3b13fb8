import { expiring, type RetentionRule, until } from "#domain/retention/store/retention";

/** Retention rules of this topic. */
export const retained: readonly RetentionRule[] = [
  expiring("mails", "apiKeys", (tenant, now) => ({
    collection: `${tenant}/mails`,
    ...until("deleteAt", new Date(now)),
  })),
  expiring("mailRecipients", "apiKeys", (tenant, now) => ({
    group: "mailRecipients",
    under: tenant,
    ...until("deleteAt", new Date(now)),
  })),
];
