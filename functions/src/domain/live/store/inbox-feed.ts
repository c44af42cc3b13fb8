import { StreamEvent } from "#domain/live/stream-events";
import { isDelivered, type StoredInboxEntry } from "#domain/notifications/store/inbox";
import { type StoredNotification, toNotification } from "#domain/notifications/store/notifications";
import { unlessDeleting } from "#domain/organizations/store/organizations";
import type { KeyCall } from "#src/call";
import type { Doc } from "#store/port";
import type { Change } from "./document-sources.ts";

/** The notifications of a document in the inboxes of their recipients. */
export class InboxFeed {
  readonly #call: KeyCall;
  readonly #organizationId: string;
  readonly #notifications = new Map<string, Doc<StoredNotification>>();
  /** By notification, then by user. */
  readonly #entries = new Map<string, Map<string, Doc<StoredInboxEntry>>>();
  /**
   * The notification of each entry, by the entry's path: an entry of a thread shows another one when the thread
   * continues.
   */
  readonly #shownIds = new Map<string, string>();

  constructor(call: KeyCall, organizationId: string) {
    this.#call = call;
    this.#organizationId = organizationId;
  }

  notificationChanged(doc: Doc<StoredNotification>, isGone: boolean): Change[] {
    if (isGone || !unlessDeleting(doc)) this.#notifications.delete(doc.id);
    else this.#notifications.set(doc.id, doc);
    return Array.from(this.#entries.get(doc.id)?.values() ?? [], (entry) => this.#changeOf(doc, entry, isGone));
  }

  entryChanged(entry: Doc<StoredInboxEntry>, isGone: boolean): Change[] {
    const { notificationId, userId } = entry.data;
    const before = this.#shownIds.get(entry.path);
    const replaced = before !== undefined && before !== notificationId ? this.#replaced(entry, before) : [];
    if (isGone) this.#shownIds.delete(entry.path);
    else this.#shownIds.set(entry.path, notificationId);
    const entries = this.#entries.get(notificationId) ?? new Map<string, Doc<StoredInboxEntry>>();
    if (isGone) entries.delete(userId);
    else entries.set(userId, entry);
    if (entries.size > 0) this.#entries.set(notificationId, entries);
    else this.#entries.delete(notificationId);
    const doc = this.#notifications.get(notificationId);
    return doc ? [...replaced, this.#changeOf(doc, entry, isGone)] : replaced;
  }

  /** The removal of the notification that an entry showed before. */
  #replaced(entry: Doc<StoredInboxEntry>, notificationId: string): Change[] {
    this.#entries.get(notificationId)?.delete(entry.data.userId);
    const doc = this.#notifications.get(notificationId);
    return doc ? [this.#changeOf(doc, entry, true)] : [];
  }

  #changeOf(doc: Doc<StoredNotification>, entry: Doc<StoredInboxEntry>, isGone: boolean): Change {
    const { userId, channels } = entry.data;
    const isThere =
      !isGone && unlessDeleting(doc) !== undefined && channels.includes("inbox") && isDelivered(doc, entry);
    const read = () => toNotification(this.#call, this.#organizationId, doc, entry);
    return {
      event: new StreamEvent("notification", doc.id, { userId, ...(isThere && { read }) }),
      versions: [
        ["notifications", doc.version],
        ["inbox", entry.version],
      ],
    };
  }
}
