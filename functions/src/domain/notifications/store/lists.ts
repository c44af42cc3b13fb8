import type { Filter } from "#domain/access/store/user-view";
import type { NotificationSelection } from "#domain/notifications/notification";
import { present } from "#domain/organizations/store/organizations";
import { getLists } from "#store/get-lists";
import type { Cursor, Doc, Query, StoreReader } from "#store/port";
import { scan } from "#store/scan";
import { inboxOf, inboxPath, isDelivered, type StoredInboxEntry } from "./inbox.ts";
import { isSelected, notificationPath, notificationsOf, type StoredNotification } from "./notifications.ts";

/** A notification in a list, with the user's entry in the list of one user. */
export interface Listed {
  doc: Doc<StoredNotification>;
  entry?: Doc<StoredInboxEntry>;
}

/** A page of a list, and its order by time. */
export interface ListPage {
  order: "asc" | "desc";
  pageSize: number;
  after: Cursor | undefined;
  /** Removes entries of an inbox that the call may not show. */
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

/** The query for the notifications of a selection. It may return others too, where no index serves a condition. */
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
  { order, pageSize, after }: ListPage,
) {
  const query = { ...notificationQuery(organization, selection, order), after };
  const { docs, cursor } = await scan<StoredNotification>(reader, query, pageSize, (found) =>
    found.filter((doc) => present(doc) && isSelected(doc, selection)),
  );
  return { listed: docs.map((doc): Listed => ({ doc })), ...(cursor && { cursor }) };
}

async function listInbox(
  reader: StoreReader,
  organization: string,
  selection: NotificationSelection & { userId: string },
  { order, pageSize, after, shown: mayShow = (entries) => entries }: ListPage,
) {
  const notifications = new Map<string, Doc<StoredNotification>>();
  const keep = async (entries: Doc<StoredInboxEntry>[]) => {
    const shown = entries.filter((entry) => entry.data.channels.includes("inbox") && isSelected(entry, selection));
    const docs = shown.length > 0 ? await readNotifications(reader, organization, shown.map(idOf)) : [];
    for (const doc of docs) if (doc) notifications.set(doc.id, doc);
    const delivered = shown.filter((entry) => {
      const notification = notifications.get(idOf(entry));
      return notification && isDelivered(notification, entry);
    });
    return mayShow(delivered);
  };
  const query = { ...inboxQuery(organization, selection.userId, order), after };
  const { docs, cursor } = await scan<StoredInboxEntry>(reader, query, pageSize, keep);
  const listed = docs.map((entry): Listed => ({ doc: notifications.get(idOf(entry)) as Listed["doc"], entry }));
  return { listed, ...(cursor && { cursor }) };
}

const idOf = ({ data }: Doc<StoredInboxEntry>) => data.notificationId;

/** Reads notifications: one result per id, in order, undefined for a missing one. One round trip. */
async function readNotifications(
  reader: StoreReader,
  organization: string,
  ids: readonly string[],
): Promise<(Doc<StoredNotification> | undefined)[]> {
  const docs = await reader.getMany<StoredNotification>(ids.map((id) => notificationPath(organization, id)));
  return docs.map(present);
}

/** Reads notifications by id that belong to the selection, in the order of the ids. One round trip. */
export async function findNotifications(
  reader: StoreReader,
  organization: string,
  ids: readonly string[],
  selection: NotificationSelection,
  shown: Filter<StoredNotification> = (found) => found,
): Promise<Listed[]> {
  const { userId } = selection;
  const paths = ids.map((id) => notificationPath(organization, id));
  const entryPaths = userId === undefined ? [] : ids.map((id) => inboxPath(organization, userId, id));
  const [docs, entries] = await getLists(reader, paths, entryPaths);
  const visible = new Set(await shown(docs.map(present).filter((doc) => doc !== undefined)));
  return ids.flatMap((_id, i) => {
    const [doc, entry] = [docs[i], entries[i]];
    if (!doc || !visible.has(doc) || !isSelected(doc, selection)) return [];
    if (userId === undefined) return [{ doc }];
    return entry?.data.channels.includes("inbox") && isDelivered(doc, entry) ? [{ doc, entry }] : [];
  });
}
