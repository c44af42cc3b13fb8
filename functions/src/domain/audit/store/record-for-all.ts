import type { Cursor, Store } from "#store/port";
import { type AuditEntry, newAuditRecord } from "./audit-log.ts";

/** Workspaces per commit. */
const PAGE = 200;

/**
 * Records a change that concerns every workspace, such as a change of the keys that sign user tokens.
 * @param now ms since 1970.
 */
export async function recordForAll(store: Store, entry: Omit<AuditEntry, "workspaceId">, now: number): Promise<void> {
  let after: Cursor | undefined;
  do {
    const { docs, cursor } = await store.query({ collection: "workspaces", limit: PAGE, select: [], after });
    if (docs.length > 0)
      await store.commit(
        docs.map(({ id: workspaceId }) => ({ op: "create", ...newAuditRecord({ ...entry, workspaceId }, now) })),
      );
    after = cursor;
  } while (after);
}
