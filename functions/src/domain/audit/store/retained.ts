import { expiring, type RetentionRule } from "#domain/retention/store/retention";
import { AUDIT_KEPT, auditIdsAt, auditLogOf } from "./audit-log.ts";

/** Retention rules of this topic. */
export const retained: readonly RetentionRule[] = [
  expiring("auditRecords", "workspaces", (workspace, now) => {
    const collection = auditLogOf(workspace);
    // Ids sort from newest to oldest: records that are too old begin here.
    return { collection, after: [`${collection}/${auditIdsAt(now - AUDIT_KEPT)}`], select: [] };
  }),
];
