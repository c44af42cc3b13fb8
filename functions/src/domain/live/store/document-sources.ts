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

/** What is watched of a document, in the order in which a mark names how far each has been told. */
export const sources = ["presence", "liveState", "threads", "notifications", "inbox"] as const;
export type Source = (typeof sources)[number];

/** What the documents of each source hold. */
export interface SourceDocs extends Record<Source, DocData> {
  presence: StoredPresence;
  liveState: StoredLiveState;
  threads: StoredThread;
  notifications: StoredNotification;
  inbox: StoredInboxEntry;
}

/** How far each source has been told: versions of the store. */
export type Mark = Readonly<Record<Source, string>>;

/** Something of the document, and the versions of what it was read from. */
export interface FeedItem {
  event: StreamEvent;
  versions: readonly (readonly [Source, string])[];
}

/** An item as it is from now on. `isQuiet`: nobody needs to know. */
export type Change = FeedItem & { isQuiet?: boolean };

/** Which document, and since when (ms since 1970) its notifications. */
export interface FeedPlace {
  organizationId: string;
  documentId: string;
  since: number;
}

/** The queries that together are a document. */
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
 * Tells whether something was changed after the mark that a client has brought. Without a mark, or with one that is none of
 * this store's, everything was.
 * @param now how far the store has come: a later mark is of another store.
 */
export function newerThan(text: string | undefined, now: Mark): (source: Source, version: string) => boolean {
  const given = text?.split(",") ?? [];
  return (source, version) => {
    const mark = given[sources.indexOf(source)];
    if (mark === undefined || given.length !== sources.length) return true;
    // A text that is no version is older than everything.
    const isForeign = !isNewer(now[source], mark) && compareVersions(mark, now[source]) > 0;
    return isForeign || isNewer(version, mark);
  };
}
