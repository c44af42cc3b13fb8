import { retryOnConflict } from "#platform/retry-on-conflict";
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
    const page = await retryOnConflict(() =>
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

/** Something that is kept for a while only. Each topic declares its own; the hourly sweep goes through all of them. */
export interface RetentionRule {
  /** What the log of a sweep counts it as. */
  kind: string;
  /** Below which documents it stands. */
  below: "workspaces" | "apiKeys";
  /**
   * Deletes what is past its time.
   * @param tenant path of the workspace or API key.
   * @param now ms since 1970.
   * @returns how many are gone.
   */
  deleteExpired(store: Store, tenant: string, now: number): Promise<number>;
}

/** The rule for what a query finds by a time in it. */
export function expiring(
  kind: string,
  below: RetentionRule["below"],
  query: (tenant: string, now: number) => Query,
): RetentionRule {
  return { kind, below, deleteExpired: (store, tenant, now) => deleteFound(store, query(tenant, now)) };
}

/** Deletes the tasks that were given up long ago. One that was added again since waits for its run. */
export function deleteParkedTasks(store: Store, now: number): Promise<number> {
  const parked: Query = { collection: TASKS, ...until("failedAt", now - KEPT), select: ["nextAt"] };
  return deleteFound<StoredTask>(store, parked, ({ data }) => data.nextAt === undefined);
}

/** Finds what has a time up to then in a field. The fields themselves are not asked for: some documents are large. */
export function until(field: string, value: number | Date): Pick<Query, "where" | "orderBy" | "select"> {
  return { where: [{ field, op: "<=", value }], orderBy: [{ field, direction: "asc" }], select: [] };
}
