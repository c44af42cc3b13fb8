import { expiring, type RetentionRule, until } from "#domain/retention/store/retention";

/** Retention rules of this topic. */
export const retained: readonly RetentionRule[] = [
  expiring("traffic", "apiKeys", (apiKey, now) => ({
    collection: `${apiKey}/traffic`,
    ...until("deleteAt", new Date(now)),
  })),
];
