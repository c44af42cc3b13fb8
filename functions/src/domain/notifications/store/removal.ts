import type { NotificationSelection } from "#domain/notifications/notification";
import { present } from "#domain/organizations/store/organizations";
import { notFound } from "#src/errors";
import type { Cursor, Doc, Filter, Transaction } from "#store/port";
import { inboxPath, type StoredInboxEntry } from "./inbox.ts";
import { inboxQuery, notificationQuery } from "./lists.ts";
import { isSelected, notificationPath, type StoredNotification } from "./notifications.ts";

/** How many are looked at and deleted at a time. */
const REMOVED_AT_ONCE = 200;

/** What a transaction has deleted: notification ids, and the paths of notifications that are marked and to be purged. */
export interface Removed {
  ids: string[];
  paths: string[];
}

/**
 * Finds notifications to be deleted by id: with a user, from that user's inbox only, else whole.
 * @returns the removal of one id. It throws ApiError NOT_FOUND, which fails the item, for one that is not of the selection.
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
    const doc = present(byPath.get(path));
    if (!doc || !isSelected(doc, selection)) throw notFound("notificationToDelete");
    if (userId !== undefined) return tx.delete(path);
    tx.update(path, { deleting: true });
    paths.push(path);
  };
  return { remove, paths };
}

/** A page of what is to be deleted. */
export interface RemovablePage {
  docs: Doc<StoredNotification | StoredInboxEntry>[];
  cursor?: Cursor;
}

/**
 * Reads the next page of a selection: with a user, of that user's inbox, else of the notifications.
 * @param until younger ones stay, in ms since 1970.
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
 * Deletes what a page holds: entries of an inbox at once, notifications by a mark, so that they can be purged. What is marked
 * already is to be purged too: an earlier run may have been cut off.
 */
export function removePage(tx: Transaction, { userId }: NotificationSelection, { docs }: RemovablePage): Removed {
  const paths = docs.map(({ path }) => path);
  if (userId !== undefined) {
    for (const path of paths) tx.delete(path);
    return { ids: docs.map(({ data }) => String(data.notificationId)), paths: [] };
  }
  const unmarked = docs.filter(present);
  for (const { path } of unmarked) tx.update(path, { deleting: true });
  return { ids: unmarked.map(({ id }) => id), paths };
}
