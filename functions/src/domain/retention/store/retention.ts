import { patiently } from "#platform/retry-on-conflict";
import { type StoredTask, TASKS } from "#queue/task-record";
import type { Cursor, Doc, DocData, Query, Store } from "#store/port";

/** How long what is finished is kept for inspection, in ms. */
export const KEPT = 30 * 24 * 60 * 60 * 1000;

/** Documents that are deleted in one transaction, at most. */
export const PAGE = 100;

/**
 * Deletes what a query finds, page by page. What no longer is as the query says when its turn comes stays, and so it may be
 * cut off and run again, also twice at once.
 * @param isOver which of the found documents go; by default all. It sees the fields that the query selects.
 * @returns how many are gone.
 */
export async function deleteFound<T extends DocData>(
  store: Store,
  query: Query,
  isOver: (doc: Doc<T>) => boolean = () => true,
): Promise<number> {
  let deleted = 0;
  let after: Cursor | undefined = query.after;
  do {
    const page = await patiently(() =>
      store.transact(async (tx) => {
        const { docs, cursor } = await tx.query<T>({ ...query, limit: PAGE, after });
        const over = docs.filter(isOver);
        for (const { path } of over) tx.delete(path);
        return { deleted: over.length, cursor };
      }),
    );
    deleted += page.deleted;
    after = page.cursor;
  } while (after);
  return deleted;
}

/** What a workspace keeps for a while: each query finds what is past its time at `now`, in ms since 1970. */
export function dueBelowWorkspace(workspace: string, now: number): Record<string, Query> {
  return { idempotencyRecords: { collection: `${workspace}/idempotency`, ...until("expireAt", new Date(now)) } };
}

/** What an API key keeps for a while, found by a time in it. @param apiKey path of the key. */
export function dueBelowApiKey(apiKey: string, now: number): Record<string, Query> {
  const at = new Date(now);
  return {
    idempotencyRecords: { collection: `${apiKey}/idempotency`, ...until("expireAt", at) },
    dataDeletions: { collection: `${apiKey}/dataDeletions`, ...until("deleteAt", at) },
    tokenRevocations: { collection: `${apiKey}/tokenRevocations`, ...until("deleteAt", at) },
    migrations: { group: "migrations", under: apiKey, ...until("deleteAt", at) },
    presence: { group: "presence", under: apiKey, ...until("deleteAt", at) },
    // Seconds, as callers give them.
    grants: { group: "grants", under: apiKey, ...until("expiresAt", (now - KEPT) / 1000) },
  };
}

/** Deletes the tasks that were given up long ago. One that was added again since waits for its run. */
export function deleteParkedTasks(store: Store, now: number): Promise<number> {
  const parked: Query = { collection: TASKS, ...until("failedAt", now - KEPT), select: ["nextAt"] };
  return deleteFound<StoredTask>(store, parked, ({ data }) => data.nextAt === undefined);
}

/** The fields themselves are not asked for: some documents are large. */
function until(field: string, value: number | Date): Pick<Query, "where" | "orderBy" | "select"> {
  return { where: [{ field, op: "<=", value }], orderBy: [{ field, direction: "asc" }], select: [] };
}
