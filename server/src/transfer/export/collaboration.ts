import { type StoredThread, unpackThread } from "@atrium/functions/domain/comments/store/stored-thread";
import type { StoredCrdt } from "@atrium/functions/domain/crdt/store/editors";
import { loadCrdt } from "@atrium/functions/domain/crdt/store/loading";
import { inboxOf, isDelivered, type StoredInboxEntry } from "@atrium/functions/domain/notifications/store/inbox";
import {
  contentOf,
  notificationsOf,
  published,
  type StoredNotification,
} from "@atrium/functions/domain/notifications/store/notifications";
import type { StoredPreference } from "@atrium/functions/domain/notifications/store/preferences";
import type { StoredLiveState } from "@atrium/functions/domain/presence/store/live-state";
import { type StoredPresence, unexpired } from "@atrium/functions/domain/presence/store/presence";
import { recordingsOf, type StoredRecording } from "@atrium/functions/domain/recordings/store/recordings";
import { HeavyWork } from "@atrium/functions/heavy-work";
import type { StoreReader } from "@atrium/functions/store/port";
import { type Kind, shapes } from "../records.ts";
import { type OutputRecord, pages, toRecord } from "./output-record.ts";

/** Page size for documents that may be large. */
const FEW = 20;

type DocumentPlace = { organizationId: string; documentId: string };

/**
 * Collaboration records of the document at the path.
 * @param now ms since 1970, to omit expired presence.
 */
export async function* exportCollaboration(
  reader: StoreReader,
  path: string,
  place: DocumentPlace,
  now: number,
): AsyncGenerator<OutputRecord> {
  yield* exportPreferences(reader, path, place);
  for await (const entry of pages<StoredPresence>(reader, { collection: `${path}/presence` })) {
    const { name, email, status } = entry.data;
    // The times are omitted: they count from the import.
    if (unexpired({ now: () => now }, entry))
      yield toRecord("presence", { ...place, userId: entry.id, name, email, status });
  }
  for await (const { id, data } of pages<StoredLiveState>(reader, { collection: `${path}/liveState`, limit: FEW })) {
    const { lastUpdated } = data;
    yield toRecord("liveState", { ...place, liveStateDataId: id, data: JSON.parse(data.data), lastUpdated });
  }
  yield* exportEditors(reader, path, place);
  for await (const { data } of pages<StoredRecording>(reader, { collection: recordingsOf(path), limit: FEW })) {
    const { recordingId, latestVersion, json } = data;
    yield toRecord("recording", { ...place, annotationId: recordingId, latestVersion }, json);
  }
  for await (const doc of pages<StoredThread>(reader, { collection: `${path}/commentAnnotations`, limit: FEW })) {
    const { views, ...thread } = unpackThread(doc);
    yield inOrder("commentAnnotation", { ...place, ...thread, views: views.size > 0 ? [...views] : undefined });
  }
}

/** An export has no other work that would have to wait. */
const heavyWork = new HeavyWork(Number.POSITIVE_INFINITY);

async function* exportEditors(reader: StoreReader, path: string, place: DocumentPlace): AsyncGenerator<OutputRecord> {
  for await (const doc of pages<StoredCrdt>(reader, { collection: `${path}/crdt`, limit: FEW })) {
    const crdt = await loadCrdt({ store: reader, heavyWork }, doc, { content: true, update: true });
    if (!crdt) continue;
    const { lastUpdate, lastUpdatedBy } = crdt;
    const { type, contentKey, client } = crdt.editor.data;
    const data = JSON.parse(crdt.content.join(""));
    const state = { lastUpdate, lastUpdatedBy, client, update: crdt.update.join("") };
    yield toRecord("crdt", { ...place, editorId: doc.id, type, contentKey, data, ...state });
  }
}

/** Notification preferences of users for the organization or document at the path. */
export async function* exportPreferences(
  reader: StoreReader,
  path: string,
  place: { organizationId: string; documentId?: string },
): AsyncGenerator<OutputRecord> {
  for await (const { id, data } of pages<StoredPreference>(reader, { collection: `${path}/notificationPreferences` })) {
    const { inbox, email, slack, emailSetAt, unsubscribedAt } = data;
    const config = { inbox, email, slack, emailSetAt, unsubscribedAt };
    yield toRecord("notificationPreference", { ...place, userId: id, ...config });
  }
}

/**
 * The notifications of the organization at the path, each with the inbox entries of its recipients. Pending recipients
 * are omitted, because tasks are not exported.
 */
export async function* exportNotifications(
  reader: StoreReader,
  path: string,
  organizationId: string,
  documentIds: ReadonlySet<string>,
): AsyncGenerator<OutputRecord> {
  for await (const doc of pages<StoredNotification>(reader, { collection: notificationsOf(path), limit: FEW })) {
    const { documentId, timestamp, unreadSince } = doc.data;
    if (!documentIds.has(documentId) || !published(doc)) continue;
    const own = { organizationId, documentId, notificationId: doc.id, timestamp, unreadSince };
    yield inOrder("notification", { ...own, ...contentOf(doc) });
    const where = [{ field: "notificationId", op: "==" as const, value: doc.id }];
    for await (const entry of pages<StoredInboxEntry>(reader, { collection: inboxOf(path), where })) {
      if (!isDelivered(doc, entry)) continue;
      const { userId, channels, readAt, unreadIds, happenedAt } = entry.data;
      const received = { userId, channels, readAt, unreadIds, happenedAt };
      yield toRecord("inboxEntry", { organizationId, notificationId: doc.id, ...received });
    }
  }
}

/** A record with its fields in declaration order, whatever their stored order. */
function inOrder(kind: Kind, record: Record<string, unknown>): OutputRecord {
  return toRecord(kind, shapes[kind].safeParse(record).data ?? record);
}
