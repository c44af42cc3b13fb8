import { fromEndedThread } from "#domain/comments/ended-thread";
import { threadPath, unpackThread } from "#domain/comments/store/stored-thread";
import type { Thread } from "#domain/comments/thread";
import { documentBelow } from "#domain/documents/store/documents";
import { currentDocumentId } from "#domain/documents/store/moving";
import type { NoticeCause } from "#domain/events/notice-cause";
import { startAll } from "#domain/events/store/change";
import { concernedBy } from "#domain/notifications/concerned";
import { delayOf, type NoticeSettings } from "#domain/notifications/notice-settings";
import { contentOfCause } from "#domain/notifications/notice-text";
import { organizationPath, refuseWhileMigrating, unlessDeleting } from "#domain/organizations/store/organizations";
import { retryOnConflict } from "#platform/async/retry-on-conflict";
import type { DeclaredTask } from "#queue/declare-job";
import type { WriteCall } from "#src/call";
import type { Transaction } from "#store/port";
import { concernedPeople, type People } from "./concerned-people.ts";
import { threadNotificationId } from "./inbox.ts";
import { noticePath, type StoredNotice } from "./notices.ts";
import { locationText, notificationPath, packContent, type StoredNotification } from "./notifications.ts";
import { addReleaseTask, releaseTask, releaseTaskPath } from "./pipeline/release-task.ts";

/**
 * Writes a notice for everybody whom an event concerns, in pages. It may be repeated: each person gets only one.
 * @param eventId must be the same in every repetition.
 * @throws ApiError ABORTED while the document migrates.
 */
export async function addNotices(
  call: WriteCall,
  settings: NoticeSettings,
  cause: NoticeCause,
  eventId: string,
): Promise<void> {
  const organization = organizationPath(call, cause.organizationId);
  const above = unlessDeleting(await call.store.get(organization));
  if (!above) return;
  const documentId = currentDocumentId(above, cause.documentId);
  const doc = await call.store.get(threadPath(documentBelow(organization, documentId), cause.annotationId));
  const at = { ...cause, documentId };
  const thread = doc ? unpackThread(doc) : cause.ended && fromEndedThread(cause.ended, at);
  if (!thread) return;
  const notice = { cause: at, thread, heldUntil: cause.timestamp + delayOf(settings) };
  const notificationId = threadNotificationId(documentId, cause.annotationId, eventId);
  const concerned = concernedBy(cause, thread);
  const pages = concernedPeople(call.store, organization, documentId, concerned, cause.actor?.userId);
  for await (const people of pages) {
    const write = () => call.store.transact((tx) => addPage(tx, call, { ...notice, notificationId }, people));
    await startAll(call, await retryOnConflict(write));
  }
}

/** An event about which people are notified. */
interface NewNotice {
  cause: NoticeCause;
  thread: Thread;
  notificationId: string;
  /** Milliseconds since 1970. */
  heldUntil: number;
}

async function addPage(tx: Transaction, call: WriteCall, notice: NewNotice, people: People): Promise<DeclaredTask[]> {
  const { cause, thread, notificationId, heldUntil } = notice;
  const { organizationId, documentId, timestamp } = cause;
  const organization = organizationPath(call, organizationId);
  const path = notificationPath(organization, notificationId);
  const { apiKeyId } = call.apiKey;
  const task = releaseTaskPath(apiKeyId, organizationId);
  const paths = [...people.keys()].map((userId) => noticePath(organization, userId, notificationId));
  const [[document, notification, storedTask], existing] = await Promise.all([
    tx.getMany([documentBelow(organization, documentId), path, task]),
    tx.getMany<StoredNotice>(paths),
  ]);
  refuseWhileMigrating(document);
  if (!unlessDeleting(document) || notification?.data.deleting) return [];
  const added = [...people].filter((_, i) => !existing[i]);
  if (added.length === 0) return [];
  if (!notification) tx.create(path, newNotification(call, cause, thread));
  for (const [userId, isDirect] of added)
    tx.create(noticePath(organization, userId, notificationId), {
      userId,
      notificationId,
      documentId,
      timestamp,
      isDirect,
      state: "held",
      heldUntil,
      changedAt: call.now(),
    } satisfies StoredNotice);
  return addReleaseTask(tx, call, releaseTask(apiKeyId, organizationId), storedTask, Math.max(heldUntil, call.now()));
}

function newNotification(call: WriteCall, cause: NoticeCause, thread: Thread): StoredNotification {
  const content = contentOfCause(cause, thread);
  return {
    documentId: cause.documentId,
    timestamp: call.now(),
    actorId: content.actionUser.userId,
    locationId: locationText(content.location?.id),
    content: packContent(content),
    cause: JSON.stringify(cause),
    isPending: true,
  };
}
