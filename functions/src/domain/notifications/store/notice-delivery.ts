import { toPerson } from "#domain/events/event";
import { type NewEvent, writeEvents } from "#domain/events/store/outbox";
import { readSubscriptions, type Subscription } from "#domain/events/store/subscriptions";
import { outsideChannels } from "#domain/notifications/channels/channels";
import { sendNotices } from "#domain/notifications/jobs";
import { messagesOf } from "#domain/notifications/messages";
import { contentOfCause } from "#domain/notifications/notice-text";
import type { Channel } from "#domain/notifications/preference";
import { organizationPath } from "#domain/organizations/store/organizations";
import type { DeclaredTask } from "#queue/declare-job";
import type { WriteCall } from "#src/call";
import { REMOVE, type Transaction } from "#store/port";
import { growEntry, inboxPath, type StoredInboxEntry } from "./inbox.ts";
import type { DecidedNotice } from "./notice-facts.ts";
import type { NoticeSource } from "./notice-sources.ts";
import { type ChannelOutcome, ended } from "./notices.ts";
import { contentOf, packContent } from "./notifications.ts";

/** A notice to be sent now. */
export interface ReadyNotice extends DecidedNotice {
  source: NoticeSource;
  decision: { channels: Channel[] };
}

/** Notices that one person receives together; several of them are a digest. */
export interface Digest {
  userId: string;
  notices: readonly ReadyNotice[];
}

/** What a delivery must read in its transaction. */
export interface DeliveryReads {
  subscriptions: readonly Subscription[];
  entries: ReadonlyMap<string, StoredInboxEntry>;
}

/** Reads what the delivery of notices changes, in one round trip. */
export async function readForDelivery(
  tx: Transaction,
  call: WriteCall,
  organizationId: string,
  ready: readonly ReadyNotice[],
): Promise<DeliveryReads> {
  const organization = organizationPath(call, organizationId);
  const toInbox = ready.filter(({ decision }) => decision.channels.includes("inbox"));
  const paths = toInbox.map(({ doc: { data } }) => inboxPath(organization, data.userId, data.notificationId));
  const [subscriptions, entries] = await Promise.all([
    ready.length > 0 ? readSubscriptions(tx, call.apiKey.apiKeyId) : [],
    tx.getMany<StoredInboxEntry>([...new Set(paths)]),
  ]);
  return { subscriptions, entries: new Map(entries.flatMap((doc) => (doc ? [[doc.path, doc.data]] : []))) };
}

/**
 * Delivers digests: writes inbox entries and the outcomes of the notices, emits the events, and adds a task for each
 * message by another channel. A digest of one notice is an ordinary notification.
 * @returns the tasks to start after the commit.
 */
export function deliverDigests(
  tx: Transaction,
  call: WriteCall,
  organizationId: string,
  digests: readonly Digest[],
  { subscriptions, entries }: DeliveryReads,
): DeclaredTask[] {
  const now = call.now();
  const organization = organizationPath(call, organizationId);
  const ready = digests.flatMap(({ notices }) => notices);
  const grown = new Map<string, StoredInboxEntry>();
  for (const { doc, source, decision } of ready) {
    if (!decision.channels.includes("inbox")) continue;
    const path = inboxPath(organization, doc.data.userId, doc.data.notificationId);
    grown.set(path, growEntry(grown.get(path) ?? entries.get(path), entryOf(doc.data, source, now)));
  }
  for (const [path, entry] of grown) tx.set(path, entry);
  for (const { doc, decision } of ready)
    tx.update(doc.path, ended({ state: "delivered", outcomes: decision.channels.map(outcomeOf(now)) }, now));
  const byNotification = Map.groupBy(ready, ({ doc }) => doc.data.notificationId);
  const events = [...byNotification.values()].map((notices) => publish(tx, organizationId, notices, now));
  const eventTasks = writeEvents(tx, call, call.apiKey.apiKeyId, subscriptions, events);
  return [...eventTasks, ...messageTasks(tx, call, organizationId, digests)];
}

function entryOf(
  { userId, notificationId, documentId, timestamp: happenedAt }: DecidedNotice["doc"]["data"],
  { notification }: NoticeSource,
  now: number,
): StoredInboxEntry {
  const { locationId } = notification.data;
  return { userId, notificationId, documentId, locationId, timestamp: now, happenedAt, channels: ["inbox"] };
}

function outcomeOf(at: number) {
  return (channel: Channel): ChannelOutcome => ({ channel, status: channel === "inbox" ? "sent" : "pending", at });
}

/** Publishes a notification that nobody has received yet, with the current text of the comment. @returns its event. */
function publish(tx: Transaction, organizationId: string, notices: readonly ReadyNotice[], now: number): NewEvent {
  const [{ source } = {} as ReadyNotice] = notices;
  const { notification, cause, thread } = source;
  const content = thread ? contentOfCause(cause, thread) : contentOf(notification);
  if (notification.data.isPending)
    tx.update(notification.path, { isPending: REMOVE, timestamp: now, content: packContent(content) });
  const recipients = notices.map(({ doc, decision }) => ({ userId: doc.data.userId, channels: decision.channels }));
  const { actionUser, notifyAll, notificationSource, notificationSourceData } = content;
  const about = { notificationId: notification.id, actionUser: toPerson(actionUser), notifyAll, notifyUserIds: [] };
  const data = { ...about, notificationSource, notificationSourceData, ...messagesOf(content), recipients };
  return { type: "notification.add", organizationId, documentId: notification.data.documentId, data };
}

/**
 * Adds a task for each person and channel. People share the message of a shared channel about the same notifications.
 */
function messageTasks(
  tx: Transaction,
  call: WriteCall,
  organizationId: string,
  digests: readonly Digest[],
): DeclaredTask[] {
  const messages = new Map<string, { channel: Channel; userIds: string[]; notificationIds: string[] }>();
  for (const { userId, notices } of digests)
    for (const [channel, { isShared }] of outsideList()) {
      const by = notices.filter(({ decision }) => decision.channels.includes(channel));
      if (by.length === 0) continue;
      const notificationIds = by.map(({ doc }) => doc.data.notificationId);
      const key = JSON.stringify([channel, notificationIds, isShared ? undefined : userId]);
      const message = messages.get(key) ?? { channel, userIds: [], notificationIds };
      message.userIds.push(userId);
      messages.set(key, message);
    }
  return Array.from(messages.values(), (message) => {
    const payload = { apiKeyId: call.apiKey.apiKeyId, organizationId, ...message, attempt: 1 };
    const task = sendNotices.task({ id: call.newId("send") }, payload);
    call.queue.add(tx, task);
    return task;
  });
}

function outsideList() {
  return Object.entries(outsideChannels) as [Channel, NonNullable<(typeof outsideChannels)[Channel]>][];
}
