import { accessDecisions } from "#domain/access/store/access-decisions";
import { isVisibleTo } from "#domain/comments/thread-visibility";
import { offeredChannels } from "#domain/notifications/channels/channels";
import { commentsOf } from "#domain/notifications/concerned";
import { type DropReason, decideNotice } from "#domain/notifications/decision";
import type { NoticeSettings } from "#domain/notifications/notice-settings";
import type { Channel } from "#domain/notifications/preference";
import { effectiveConfig } from "#domain/notifications/recipients";
import {
  organizationPath,
  type Place,
  type StoredOrganization,
  unlessDeleting,
} from "#domain/organizations/store/organizations";
import { retryOnConflict } from "#platform/async/retry-on-conflict";
import type { KeyCall } from "#src/call";
import type { Doc } from "#store/port";
import { inboxPath, type StoredInboxEntry } from "./inbox.ts";
import { readNoticeSettings } from "./notice-settings.ts";
import { type NoticeSource, readSources } from "./notice-sources.ts";
import type { StoredNotice } from "./notices.ts";
import { notificationPath, type StoredNotification } from "./notifications.ts";
import { readChosenConfigs } from "./preferences.ts";

/** A notice, what it is about, and the decision about it. */
export interface DecidedNotice {
  doc: Doc<StoredNotice>;
  /** Undefined if the notification itself is gone. */
  source: NoticeSource | undefined;
  decision: { channels: Channel[] } | { dropped: DropReason };
}

/** Decisions about notices, and what they are based on. */
export interface Decisions {
  settings: NoticeSettings;
  /** Undefined if the organization is gone, with everything below it. */
  organization: Doc<StoredOrganization> | undefined;
  decided: DecidedNotice[];
}

/** Reads the current facts about notices of an organization, and decides each of them. */
export async function decideNotices(
  call: KeyCall,
  organizationId: string,
  docs: readonly Doc<StoredNotice>[],
): Promise<Decisions> {
  const path = organizationPath(call, organizationId);
  const ids = [...new Set(docs.map(({ data }) => data.notificationId))];
  const [settings, above, notifications] = await Promise.all([
    readNoticeSettings(call.store, call),
    call.store.get(path),
    call.store.getMany<StoredNotification>(ids.map((id) => notificationPath(path, id))),
  ]);
  const organization = unlessDeleting(above);
  const sources = await readSources(call, path, notifications.map(unlessDeleting));
  const [maySee, chosenBy, entries] = await Promise.all([
    retryOnConflict(() => readSight(call, organizationId, docs, sources)),
    readChoices(call, path, docs, settings),
    call.store.getMany<StoredInboxEntry>(docs.map(({ data }) => inboxPath(path, data.userId, data.notificationId))),
  ]);
  const decided = docs.map((doc, i): DecidedNotice => {
    const { userId, notificationId, timestamp, isDirect } = doc.data;
    const source = sources.get(notificationId);
    if (!source || !organization) return { doc, source, decision: { dropped: "gone" } };
    const decision = decideNotice({
      isThere: isThere(source),
      maySee: maySee(doc.data),
      seenAt: Math.max(source.thread?.views.get(userId) ?? 0, entries[i]?.data.readAt ?? 0),
      timestamp,
      isDirect,
      config: effectiveConfig(chosenBy(doc.data)),
      offered: offeredChannels(settings, source.cause.type, organization.data),
    });
    return { doc, source, decision };
  });
  return { settings, organization, decided };
}

/** Whether what a notice is about still exists. The notice of a comment's deletion does not need the comment. */
function isThere({ document, thread, cause }: NoticeSource): boolean {
  if (!unlessDeleting(document) || !thread) return false;
  return cause.type === "comment.delete" || cause.commentId === undefined || commentsOf(cause, thread).length > 0;
}

/** Reads who may open the documents and see the threads of notices. */
async function readSight(
  call: KeyCall,
  organizationId: string,
  docs: readonly Doc<StoredNotice>[],
  sources: ReadonlyMap<string, NoticeSource>,
): Promise<(notice: StoredNotice) => boolean> {
  const placesOf = ({ notificationId, documentId }: StoredNotice): Place[] => {
    const owner = sources.get(notificationId)?.thread?.visibility.organizationId;
    return [{ organizationId, documentId }, ...(owner === undefined ? [] : [{ organizationId: owner }])];
  };
  const keyOf = (userId: string, place: Place) => JSON.stringify([userId, place.organizationId, place.documentId]);
  const questions = new Map(
    docs.flatMap(({ data }) => placesOf(data).map((place) => [keyOf(data.userId, place), { data, place }] as const)),
  );
  const requests = [...questions.values()].map(({ data: { userId }, place }) => ({
    user: { userId },
    action: "read" as const,
    place,
    source: "setNotifications" as const,
  }));
  const decisions = await accessDecisions(call.store, call, requests);
  const allowed = new Set([...questions.keys()].filter((_, i) => decisions[i]?.allowed));
  return ({ userId, notificationId, documentId }) => {
    const visibility = sources.get(notificationId)?.thread?.visibility;
    if (!visibility || !allowed.has(keyOf(userId, { organizationId, documentId }))) return false;
    return isVisibleTo(visibility, userId, (id) => allowed.has(keyOf(userId, { organizationId: id })));
  };
}

/** What people want: their preferences, if the feature is on, and whether they have unsubscribed from mails. */
async function readChoices(
  call: KeyCall,
  organization: string,
  docs: readonly Doc<StoredNotice>[],
  { email }: NoticeSettings,
) {
  const { notificationPreferences: hasPreferences } = call.apiKey.features;
  if (!hasPreferences && !email.useEmailService) return () => [];
  const byDocument = Map.groupBy(docs, ({ data }) => data.documentId);
  const read = await Promise.all(
    [...byDocument].map(async ([documentId, notices]) => {
      const userIds = [...new Set(notices.map(({ data }) => data.userId))];
      return [
        documentId,
        await readChosenConfigs(call.store, organization, documentId, userIds, hasPreferences),
      ] as const;
    }),
  );
  const configsByDocument = new Map(read);
  return ({ documentId, userId }: StoredNotice) => configsByDocument.get(documentId)?.(userId) ?? [];
}
