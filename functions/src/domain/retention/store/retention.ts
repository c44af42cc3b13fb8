import { retryOnConflict } from "#platform/async/retry-on-conflict";
import { ApiError } from "#platform/error";
import { type StoredTask, TASKS } from "#queue/task-record";
import { collectionName } from "#store/paths";
import type { Cursor, Doc, DocData, Query, QueryResult, Store } from "#store/port";
import { tree } from "#store/tree";

/** How long finished records are kept for inspection, in ms. */
export const KEPT = 30 * 24 * 60 * 60 * 1000;

/** Maximum number of documents that one transaction deletes. */
export const PAGE = 100;

/**
 * Deletes the results of a query in pages. It queries without a transaction, so a sweep that finds nothing locks
 * nothing. A document that no longer matches when its page is deleted stays. It may be interrupted, repeated and run
 * concurrently.
 * @param isExpired selects the documents to delete, by the fields that the query selects; default all.
 * @returns the number of deleted documents.
 */
export async function deleteFound<T extends DocData>(
  store: Store,
  query: Query,
  isExpired: (doc: Doc<T>) => boolean = () => true,
): Promise<number> {
  let deleted = 0;
  let after: Cursor | undefined = query.after;
  do {
    const page: Query = { ...query, limit: PAGE, after };
    const { docs, cursor }: QueryResult<T> = await store.query<T>(page);
    const expired = docs.filter(isExpired);
    if (expired.length > 0)
      deleted += (await deleteUnchanged(store, expired))
        ? expired.length
        : await retryOnConflict(() => deletePage(store, page, isExpired));
    after = cursor;
  } while (after);
  return deleted;
}

/** @returns false if a document has changed since it was read; then none is deleted. */
async function deleteUnchanged(store: Store, docs: readonly Doc[]): Promise<boolean> {
  try {
    await store.commit(docs.map(({ path, version }) => ({ op: "delete", path, precondition: { version } })));
    return true;
  } catch (error) {
    if (error instanceof ApiError && (error.code === "FAILED_PRECONDITION" || error.code === "ABORTED")) return false;
    throw error;
  }
}

/** Repeats the query of a page and deletes the results in one transaction. @returns the number of deleted documents. */
function deletePage<T extends DocData>(
  store: Store,
  page: Query,
  isExpired: (doc: Doc<T>) => boolean,
): Promise<number> {
  return store.transact(async (tx) => {
    const expired = (await tx.query<T>(page)).docs.filter(isExpired);
    for (const { path } of expired) tx.delete(path);
    return expired.length;
  });
}

/**
 * Defines what expires and how to delete it. Each topic declares its own rules; the hourly sweep applies all of them.
 */
export interface RetentionRule {
  /** Name of the count in the log of a sweep. */
  kind: string;
  /** The kind of tenant that the rule applies to. */
  below: "workspaces" | "apiKeys";
  /**
   * Deletes the expired documents of a tenant.
   * @param tenant path of the workspace or API key.
   * @param now ms since 1970.
   * @param elapsed time that has certainly passed, in ms, so that a clock that was ahead deletes nothing early (`elapsed-time.ts`).
   * @returns the number of deleted documents.
   */
  deleteExpired(store: Store, tenant: string, now: number, elapsed: number): Promise<number>;
}

/**
 * The rule that deletes the results of a query. Where the store deletes a collection by TTL, it does nothing.
 * @param query finds the expired documents of a tenant; `now` in ms since 1970.
 */
export function expiring(
  kind: string,
  below: RetentionRule["below"],
  query: (tenant: string, now: number) => Query,
): RetentionRule {
  return {
    kind,
    below,
    deleteExpired: async (store, tenant, now) => {
      const expired = query(tenant, now);
      return store.hasLocalIndexes || !isLocal(expired) ? deleteFound(store, expired) : 0;
    },
  };
}

function isLocal(query: Query): boolean {
  const name = "group" in query ? query.group : collectionName(query.collection);
  return tree.collections[name]?.local !== undefined;
}

/** Deletes tasks that failed permanently long ago, unless they have been added again since. */
export function deleteParkedTasks(store: Store, now: number): Promise<number> {
  const parked: Query = { collection: TASKS, ...until("failedAt", now - KEPT), select: ["nextAt"] };
  return deleteFound<StoredTask>(store, parked, ({ data }) => data.nextAt === undefined);
}

/** Selects documents whose field is at most `value`. It reads no fields, because some documents are large. */
export function until(field: string, value: number | Date): Pick<Query, "where" | "orderBy" | "select"> {
  return { where: [{ field, op: "<=", value }], orderBy: [{ field, direction: "asc" }], select: [] };
}
