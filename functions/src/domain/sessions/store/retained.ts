import { expiring, type RetentionRule, until } from "#domain/retention/store/retention";

/** Retention rules of this topic. */
export const retained: readonly RetentionRule[] = [
  expiring("sessions", "workspaces", (workspace, now) => ({
    collection: `${workspace}/sessions`,
    ...until("deleteAt", new Date(now)),
  })),
];
