import { accessDecisions } from "#domain/access/store/access-decisions";
import type { NotificationContent } from "#domain/notifications/notification";
import { type Audience, candidates, type Recipient, recipients } from "#domain/notifications/recipients";
import { organizationPath } from "#domain/organizations/store/organizations";
import type { KeyCall } from "#src/call";
import type { StoreReader, Transaction } from "#store/port";
import { inboxPath, type StoredInboxEntry } from "./inbox.ts";
import type { StoredNotification } from "./notifications.ts";
import { readChosenConfigs } from "./preferences.ts";

/** Maximum number of recipients of one transaction; a job delivers to more of them in pages. */
export const RECIPIENTS_AT_ONCE = 200;

/** The audience of a notification. */
export function audienceOf(content: NotificationContent): Audience {
  const { actionUser, notifyAll, notifyUsers, displayHeadlineMessageTemplateData: data } = content;
  const recipient = data?.recipientUser;
  return {
    actorId: actionUser.userId,
    notifyAll,
    namedIds: [...new Set(notifyUsers.map(({ userId }) => userId))],
    recipientId: typeof recipient === "string" ? recipient : recipient?.userId,
  };
}

/** The candidates if one transaction can deliver to all of them, otherwise undefined. */
export async function readFewCandidates(
  reader: StoreReader,
  organization: string,
  audience: Audience,
): Promise<string[] | undefined> {
  const limit = RECIPIENTS_AT_ONCE + 1;
  const users = audience.notifyAll && (await reader.query({ collection: `${organization}/users`, select: [], limit }));
  const all = candidates(audience, users ? users.docs.map(({ id }) => id) : []);
  return all.length > RECIPIENTS_AT_ONCE || (users && users.docs.length === limit) ? undefined : all;
}

/** A notification to deliver to a page of candidates. */
export interface Delivery {
  organizationId: string;
  notificationId: string;
  data: Pick<StoredNotification, "documentId" | "locationId" | "timestamp" | "namedByUser">;
  audience: Audience;
  /** Whether to exclude users who may not open the document. */
  isVerified: boolean;
}

/**
 * Reads which candidates receive a notification. Preferences apply while their feature is on. A transaction must have
 * read the document before, so that its migration has moved them; a choice made meanwhile may count or not.
 */
export async function readRecipients(
  reader: StoreReader,
  call: KeyCall,
  { organizationId, data: { documentId }, audience, isVerified }: Delivery,
  candidateIds: readonly string[],
): Promise<Recipient[]> {
  const userIds = isVerified
    ? await whoMayOpen(reader, call, { organizationId, documentId }, candidateIds)
    : candidateIds;
  const organization = organizationPath(call, organizationId);
  const chosenBy =
    call.apiKey.features.notificationPreferences && userIds.length > 0
      ? // Within the transaction, each missing one would be billed.
        await readChosenConfigs(call.store, organization, documentId, userIds)
      : () => [];
  return recipients(audience, userIds, chosenBy);
}

/** The users who may open the document. */
export async function whoMayOpen(
  reader: StoreReader,
  call: KeyCall,
  { organizationId, documentId }: { organizationId: string; documentId: string },
  userIds: readonly string[],
): Promise<string[]> {
  const place = { organizationId, documentId };
  const requests = userIds.map((userId) => ({
    user: { userId },
    action: "read" as const,
    place,
    source: "setNotifications" as const,
  }));
  const decisions = await accessDecisions(reader, call, requests);
  return userIds.filter((_, i) => decisions[i]?.allowed);
}

/** Puts a notification into the inboxes of its recipients. */
export function deliver(
  tx: Transaction,
  call: KeyCall,
  { organizationId, notificationId, data: { documentId, locationId, timestamp, namedByUser } }: Delivery,
  to: readonly Recipient[],
): void {
  const organization = organizationPath(call, organizationId);
  for (const { userId, channels } of to)
    tx.set(inboxPath(organization, userId, notificationId), {
      userId,
      notificationId,
      documentId,
      locationId,
      timestamp,
      channels,
      ...(namedByUser && { namedByUser }),
    } satisfies StoredInboxEntry);
}
