import { readableOnly } from "#domain/access/store/user-view";
import type {
  NotificationContent,
  NotificationSelection,
  NotificationUpdate,
} from "#domain/notifications/notification";
import { organizationPath } from "#domain/organizations/store/organizations";
import { ApiError } from "#platform/error";
import type { KeyCall } from "#src/call";
import { notFound } from "#src/errors";
import type { Doc, Patch, StoreReader, Transaction } from "#store/port";
import { whoMayOpen } from "./delivery.ts";
import { inboxPath, readPatch, type StoredInboxEntry } from "./inbox.ts";
import { findAllNotifications } from "./lists.ts";
import { contentOf, packContent, type StoredNotification } from "./notifications.ts";

/** Changes one notification. @throws ApiError NOT_FOUND, INVALID_ARGUMENT or ABORTED, which fails the item. */
export type ChangeNotification = (update: NotificationUpdate) => void;

/** The scope of an update of notifications. */
export interface UpdateScope {
  organizationId: string;
  selection: NotificationSelection;
  /** Whether to skip readers who may not open the document. */
  isVerified: boolean;
}

/** Reads what the updates of a batch change, in one round trip unless permissions are verified. */
export async function notificationChanges(
  tx: Transaction,
  call: KeyCall,
  { organizationId, selection, isVerified }: UpdateScope,
  batch: readonly NotificationUpdate[],
): Promise<ChangeNotification> {
  const organization = organizationPath(call, organizationId);
  const paths = batch.flatMap(({ id, readByUserIds }) =>
    [...new Set(readByUserIds)].map((userId) => inboxPath(organization, userId, id)),
  );
  const [listed, entries] = await Promise.all([
    findAllNotifications(
      tx,
      organization,
      batch.map(({ id }) => id),
      selection,
      readableOnly<StoredNotification>(call, organizationId, ({ data }) => data.documentId),
    ),
    tx.getMany<StoredInboxEntry>(paths),
  ]);
  const received = entries.filter((entry) => entry !== undefined);
  const read = isVerified ? await verified(tx, call, organizationId, received) : received;
  const readAt = new Map(read.map((entry) => [entry.path, entry]));
  const byId = new Map(listed.map(({ doc }) => [doc.id, doc]));
  return (update) => {
    const doc = byId.get(update.id);
    if (!doc) throw notFound("notificationToUpdate");
    if (update.readByUserIds && doc.data.fanOut)
      throw new ApiError("ABORTED", "The notification is still being delivered. Try again in a moment.");
    const patch = patchOf(call, doc, update);
    if (Object.keys(patch).length > 0) tx.update(doc.path, patch);
    for (const userId of new Set(update.readByUserIds)) {
      const entry = readAt.get(inboxPath(organization, userId, update.id));
      if (entry) tx.update(entry.path, readPatch(entry.data, update.id, call.now()));
    }
  };
}

/** @throws ApiError INVALID_ARGUMENT if the notification becomes too large. */
function patchOf(call: KeyCall, doc: Doc<StoredNotification>, update: NotificationUpdate): Patch {
  const { id: _id, readByUserIds: _read, persistReadForUsers, ...fields } = update;
  const changes = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const patch: Patch = persistReadForUsers === false ? { unreadSince: call.now() } : {};
  if (Object.keys(changes).length === 0) return patch;
  const merged = Object.entries({ ...contentOf(doc), ...changes }).filter(([, value]) => value !== null);
  const content = Object.fromEntries(merged) as NotificationContent;
  requireText(doc.id, content);
  return { ...patch, actorId: content.actionUser.userId, content: packContent(content) };
}

/** @throws ApiError INVALID_ARGUMENT if there is neither a text nor a resolver that creates it. */
function requireText(id: string, content: NotificationContent): void {
  if (content.isNotificationResolverUsed) return;
  const { displayHeadlineMessageTemplate: headline, displayBodyMessage, displayBodyMessageTemplate } = content;
  const missing = !headline
    ? "displayHeadlineMessageTemplate"
    : !(displayBodyMessage ?? displayBodyMessageTemplate)
      ? "displayBodyMessage or displayBodyMessageTemplate"
      : undefined;
  if (missing)
    throw new ApiError("INVALID_ARGUMENT", `The notification ${JSON.stringify(id)} would be without ${missing}.`);
}

/** The entries whose user may open the document. */
async function verified(
  reader: StoreReader,
  call: KeyCall,
  organizationId: string,
  entries: readonly Doc<StoredInboxEntry>[],
): Promise<Doc<StoredInboxEntry>[]> {
  const byDocument = [...Map.groupBy(entries, ({ data }) => data.documentId)];
  const allowed = await Promise.all(
    byDocument.map(async ([documentId, ofDocument]) => {
      const userIds = [...new Set(ofDocument.map(({ data }) => data.userId))];
      const may = new Set(await whoMayOpen(reader, call, { organizationId, documentId }, userIds));
      return ofDocument.filter(({ data }) => may.has(data.userId));
    }),
  );
  return allowed.flat();
}
