import { type StoredThread, threadsOf } from "#domain/comments/store/stored-thread";
import type { StreamEvent } from "#domain/live/stream-events";
import { inboxOf, type StoredInboxEntry } from "#domain/notifications/store/inbox";
import { notificationsOf, type StoredNotification } from "#domain/notifications/store/notifications";
import { documentPath, organizationPath } from "#domain/organizations/store/organizations";
import type { StoredLiveState } from "#domain/presence/store/live-state";
import type { StoredPresence } from "#domain/presence/store/presence";
import type { KeyCall } from "#src/call";
import type { DocData, WatchQuery } from "#store/port";
import { compareVersions, isNewer } from "#store/versions";

/** The watched collections of a document. A mark lists their versions in this order. */
export const sources = ["presence", "liveState", "threads", "notifications", "inbox"] as const;
export type Source = (typeof sources)[number];

/** The stored documents of each source. */
export interface SourceDocs extends Record<Source, DocData> {
  presence: StoredPresence;
  liveState: StoredLiveState;
  threads: StoredThread;
  notifications: StoredNotification;
  inbox: StoredInboxEntry;
}

/** The version of the store up to which each source has been sent. */
export type Mark = Readonly<Record<Source, string>>;

/** An item of a document, and the versions of the stored documents that it was read from. */
export interface FeedItem {
  event: StreamEvent;
  versions: readonly (readonly [Source, string])[];
}

/** A new state of an item. `isQuiet` changes are not sent. */
export type Change = FeedItem & { isQuiet?: boolean };

/** Identifies a document; its feed contains notifications since the time `since` (ms since 1970). */
export interface FeedPlace {
  organizationId: string;
  documentId: string;
  since: number;
}

/** The queries that watch a document. */
export function sourceQueries(
  call: KeyCall,
  { organizationId, documentId, since }: FeedPlace,
): Record<Source, WatchQuery> {
  const document = documentPath(call, organizationId, documentId);
  const organization = organizationPath(call, organizationId);
  const lately: Omit<WatchQuery, "collection"> = {
    where: [
      { field: "documentId", op: "==", value: documentId },
      { field: "timestamp", op: ">=", value: since },
    ],
    orderBy: [{ field: "timestamp", direction: "asc" }],
  };
  return {
    presence: { collection: `${document}/presence` },
    liveState: { collection: `${document}/liveState` },
    threads: { collection: threadsOf(document) },
    notifications: { collection: notificationsOf(organization), ...lately },
    inbox: { collection: inboxOf(organization), ...lately },
  };
}

/** The mark as the id of an event. */
export function markText(mark: Mark): string {
  return sources.map((source) => mark[source]).join(",");
}

/**
 * A test of whether something changed after the mark that a client sent. Without a mark, or with a mark of another store,
 * everything counts as changed.
 * @param now the current mark. @param last version of the last commit, if it can be told. A later mark is from another
 * store; one between them is from another process, which has read a source together with later commits.
 */
export function newerThan(
  text: string | undefined,
  now: Mark,
  last: string | undefined,
): (source: Source, version: string) => boolean {
  const marks = text?.split(",") ?? [];
  return (source, version) => {
    const mark = marks[sources.indexOf(source)];
    if (mark === undefined || marks.length !== sources.length) return true;
    // A text that is not a version counts as older than everything.
    const latest = last ?? now[source];
    const isForeign = !isNewer(latest, mark) && compareVersions(mark, latest) > 0;
    return isForeign || isNewer(version, mark);
  };
}
