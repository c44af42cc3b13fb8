import type { Filter } from "#domain/access/store/user-view";
import type { NotificationSelection } from "#domain/notifications/notification";
import { getPage, PAGE_BYTES, textBytes } from "#store/page-bytes";
import type { Cursor, Doc, Query, StoreReader } from "#store/port";
import { scan } from "#store/scan";
import { inboxOf, inboxPath, isDelivered, type StoredInboxEntry } from "./inbox.ts";
import { isSelected, notificationPath, notificationsOf, published, type StoredNotification } from "./notifications.ts";

/** A notification in a list; in the list of one user, with the user's entry. */
export interface Listed {
  doc: Doc<StoredNotification>;
  entry?: Doc<StoredInboxEntry>;
}

/** Which page of a list to read, in which order by time. */
export interface ListPage {
  order: "asc" | "desc";
  pageSize: number;
  /** Maximum bytes of the page. Default: those of any page. */
  maxBytes?: number;
  after: Cursor | undefined;
  /** Removes entries of an inbox that the call must not show. */
  shown?: Filter<StoredInboxEntry>;
}

/** Reads one page of the notifications of a document or organization or, with a user, of this user's inbox. */
export function listNotifications(
  reader: StoreReader,
  organization: string,
  selection: NotificationSelection,
  page: ListPage,
): Promise<{ listed: Listed[]; cursor?: Cursor }> {
  return selection.userId === undefined
    ? listAll(reader, organization, selection, page)
    : listInbox(reader, organization, { ...selection, userId: selection.userId }, page);
}

/** The query for the notifications of a selection. It may return others, too, if no index covers a condition. */
export function notificationQuery(
  organization: string,
  { documentId }: NotificationSelection,
  direction: "asc" | "desc",
): Query {
  return {
    collection: notificationsOf(organization),
    ...(documentId !== undefined && { where: [{ field: "documentId", op: "==", value: documentId }] }),
    orderBy: [{ field: "timestamp", direction }],
  };
}

/** The query for a user's inbox. */
export function inboxQuery(organization: string, userId: string, direction: "asc" | "desc"): Query {
  return {
    collection: inboxOf(organization),
    where: [{ field: "userId", op: "==", value: userId }],
    orderBy: [{ field: "timestamp", direction }],
  };
}

async function listAll(
  reader: StoreReader,
  organization: string,
  selection: NotificationSelection,
  { order, pageSize, maxBytes = PAGE_BYTES, after }: ListPage,
) {
  const query = { ...notificationQuery(organization, selection, order), maxBytes, after };
  const { docs, cursor } = await scan<StoredNotification>(reader, query, pageSize, (notifications) =>
    notifications.filter((doc) => published(doc) && isSelected(doc, selection)),
  );
  return { listed: docs.map((doc): Listed => ({ doc })), ...(cursor && { cursor }) };
}

async function listInbox(
  reader: StoreReader,
  organization: string,
  selection: NotificationSelection & { userId: string },
  { order, pageSize, maxBytes = PAGE_BYTES, after, shown: mayShow = (entries) => entries }: ListPage,
) {
  const notifications = new Map<string, Doc<StoredNotification>>();
  const keep = async (entries: Doc<StoredInboxEntry>[]) => {
    const selected = entries.filter((entry) => entry.data.channels.includes("inbox") && isSelected(entry, selection));
    const paths = selected.map((entry) => notificationPath(organization, idOf(entry)));
    for (let start = 0; start < paths.length; ) {
      const { docs, end = paths.length } = await getPage<StoredNotification>(reader, paths, { start });
      const delivered = selected.slice(start, end).filter((entry, i) => {
        const notification = published(docs[i]);
        if (!notification || !isDelivered(notification, entry)) return false;
        notifications.set(notification.id, notification);
        return true;
      });
      const listed = await mayShow(delivered);
      // What has not been read counts as infinitely large, so the page ends before it.
      if (listed.length > 0) return [...listed, ...selected.slice(end)];
      start = end;
    }
    return [];
  };
  const bytesOf = (entry: Doc<StoredInboxEntry>) => {
    const notification = notifications.get(idOf(entry));
    return notification ? textBytes(notification) : Number.POSITIVE_INFINITY;
  };
  const query = { ...inboxQuery(organization, selection.userId, order), maxBytes, after };
  const { docs, cursor } = await scan<StoredInboxEntry>(reader, query, pageSize, keep, { bytesOf });
  const listed = docs.map((entry): Listed => ({ doc: notifications.get(idOf(entry)) as Listed["doc"], entry }));
  return { listed, ...(cursor && { cursor }) };
}

const idOf = ({ data }: Doc<StoredInboxEntry>) => data.notificationId;

/**
 * Reads the notifications with these ids that belong to the selection, in the order of the ids. A page covers `pageSize`
 * ids, or fewer if their notifications are large; the cursor is the number of ids on earlier pages.
 */
export async function findNotifications(
  reader: StoreReader,
  organization: string,
  ids: readonly string[],
  selection: NotificationSelection,
  {
    pageSize = ids.length,
    after,
    shown = (notifications) => notifications,
  }: { pageSize?: number; after?: Cursor | undefined; shown?: Filter<StoredNotification> } = {},
): Promise<{ listed: Listed[]; cursor?: Cursor }> {
  const { userId } = selection;
  const start = Number(after?.[0] ?? 0);
  const entryPaths = userId === undefined ? [] : ids.map((id) => inboxPath(organization, userId, id));
  const paths = ids.map((id) => notificationPath(organization, id));
  const [{ docs, end }, entries] = await Promise.all([
    getPage<StoredNotification>(reader, paths, { start, limit: pageSize }),
    entryPaths.length > 0 ? reader.getMany<StoredInboxEntry>(entryPaths.slice(start, start + pageSize)) : [],
  ]);
  const visible = new Set(await shown(docs.map(published).filter((doc) => doc !== undefined)));
  const listed = docs.flatMap((doc, i): Listed[] => {
    const entry = entries[i];
    if (!doc || !visible.has(doc) || !isSelected(doc, selection)) return [];
    if (userId === undefined) return [{ doc }];
    return entry?.data.channels.includes("inbox") && isDelivered(doc, entry) ? [{ doc, entry }] : [];
  });
  return { listed, ...(end !== undefined && { cursor: [end] }) };
}

/** Reads all notifications with these ids that belong to the selection, however large they are together. */
export async function findAllNotifications(
  reader: StoreReader,
  organization: string,
  ids: readonly string[],
  selection: NotificationSelection,
  mayShow: Filter<StoredNotification>,
): Promise<Listed[]> {
  const all: Listed[] = [];
  let after: Cursor | undefined;
  do {
    const { listed, cursor } = await findNotifications(reader, organization, ids, selection, { after, shown: mayShow });
    all.push(...listed);
    after = cursor;
  } while (after);
  return all;
}
