import type { NotificationSelection } from "#domain/notifications/notification";
import { unlessDeleting } from "#domain/organizations/store/organizations";
import { notFound } from "#src/errors";
import type { Cursor, Doc, Filter, Transaction } from "#store/port";
import { inboxPath, type StoredInboxEntry } from "./inbox.ts";
import { inboxQuery, notificationQuery } from "./lists.ts";
import { isSelected, notificationPath, type StoredNotification } from "./notifications.ts";

/** Number of notifications that are read and deleted in one page. */
const REMOVED_AT_ONCE = 200;

/** The deletions of a transaction: notification ids, and the paths of marked notifications that are still to be purged. */
export interface NotificationRemovals {
  ids: string[];
  paths: string[];
}

/**
 * Reads notifications to delete by id: for a user only this user's inbox entries, otherwise the notifications.
 * @returns a function that deletes one id. Outside of the selection it throws ApiError NOT_FOUND, which fails the item.
 */
export async function findNamed(
  tx: Transaction,
  organization: string,
  ids: readonly string[],
  selection: NotificationSelection,
): Promise<{ remove: (id: string) => void; paths: string[] }> {
  const { userId } = selection;
  const pathOf = (id: string) =>
    userId === undefined ? notificationPath(organization, id) : inboxPath(organization, userId, id);
  const docs = await tx.getMany<StoredNotification | StoredInboxEntry>(ids.map(pathOf));
  const byPath = new Map(docs.map((doc) => [doc?.path, doc]));
  const paths: string[] = [];
  const remove = (id: string) => {
    const path = pathOf(id);
    const doc = unlessDeleting(byPath.get(path));
    if (!doc || !isSelected(doc, selection)) throw notFound("notificationToDelete");
    if (userId !== undefined) return tx.delete(path);
    tx.update(path, { deleting: true });
    paths.push(path);
  };
  return { remove, paths };
}

/** A page of notifications or inbox entries to delete. */
export interface RemovablePage {
  docs: Doc<StoredNotification | StoredInboxEntry>[];
  cursor?: Cursor;
}

/**
 * Reads the next page of a selection: for a user from this user's inbox, otherwise from the notifications.
 * @param until excludes newer ones, in ms since 1970.
 */
export async function readRemovable(
  tx: Transaction,
  organization: string,
  selection: NotificationSelection,
  { until, after }: { until: number; after?: Cursor | undefined },
): Promise<RemovablePage> {
  const { userId } = selection;
  const query =
    userId === undefined ? notificationQuery(organization, selection, "asc") : inboxQuery(organization, userId, "asc");
  const where: Filter[] = [...(query.where ?? []), { field: "timestamp", op: "<=", value: until }];
  const { docs, cursor } = await tx.query<StoredNotification | StoredInboxEntry>({
    ...query,
    where,
    limit: REMOVED_AT_ONCE,
    after,
  });
  return {
    docs: docs.filter((doc) => isSelected(doc, selection)),
    ...(cursor && { cursor }),
  };
}

/**
 * Deletes a page: deletes inbox entries, or marks notifications to be purged. Notifications that are already marked are
 * purged too, because an earlier run may have been interrupted.
 */
export function removePage(
  tx: Transaction,
  { userId }: NotificationSelection,
  { docs }: RemovablePage,
): NotificationRemovals {
  const paths = docs.map(({ path }) => path);
  if (userId !== undefined) {
    for (const path of paths) tx.delete(path);
    return { ids: docs.map(({ data }) => String(data.notificationId)), paths: [] };
  }
  const unmarked = docs.filter(unlessDeleting);
  for (const { path } of unmarked) tx.update(path, { deleting: true });
  return { ids: unmarked.map(({ id }) => id), paths };
}
