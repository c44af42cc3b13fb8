import { ensurePlace, readPlaceForChange } from "#domain/documents/store/places";
import { toPerson } from "#domain/events/event";
import type { Change } from "#domain/events/store/change";
import { notificationFanOut } from "#domain/notifications/jobs";
import { messagesOf } from "#domain/notifications/messages";
import type { NotificationContent } from "#domain/notifications/notification";
import { nameMark, recordToKeep } from "#domain/organizations/store/named-by-user";
import {
  organizationPath,
  refuseWhileDeleting,
  requireOrganization,
  unlessDeleting,
} from "#domain/organizations/store/organizations";
import type { KeyCall } from "#src/call";
import type { Transaction } from "#store/port";
import { audienceOf, type Delivery, deliver, readFewCandidates, readRecipients } from "./delivery.ts";
import { locationText, notificationPath, packContent, type StoredNotification } from "./notifications.ts";

/** A notification to be added. */
export interface NewNotification {
  organizationId: string;
  documentId: string;
  notificationId: string;
  /** Whether the service has just chosen the id, so that no notification can have it yet. */
  isNew: boolean;
  content: NotificationContent;
  createOrganization?: boolean | undefined;
  createDocument?: boolean | undefined;
  verifyUserPermissions?: boolean | undefined;
}

/**
 * Stores a notification and emits its event. It writes the inbox entries too or, for many recipients, adds a task that
 * does. An existing notification stays as it is, except that a server replaces a user's.
 * @throws ApiError NOT_FOUND if the organization or document is missing and must not be created, ALREADY_EXISTS for an
 * id
 *   that the user has not chosen before.
 */
export async function addNotification(
  tx: Transaction,
  call: KeyCall,
  input: NewNotification,
  { later, emit }: Change,
): Promise<void> {
  const { organizationId, documentId, notificationId, content, createOrganization, createDocument } = input;
  const organization = organizationPath(call, organizationId);
  const path = notificationPath(organization, notificationId);
  const [place, there] = await Promise.all([
    readPlaceForChange(tx, call, { organizationId, documentId }),
    input.isNew ? undefined : tx.get<StoredNotification>(path),
  ]);
  if (!createOrganization) requireOrganization(place.organization);
  const author = ({ actorId }: StoredNotification) => actorId;
  const existing = recordToKeep(call, there?.data, { id: notificationId, documentId, author }) && there;
  if (unlessDeleting(existing) && unlessDeleting(place.organization)) return;
  refuseWhileDeleting(there, "notification");

  const data: StoredNotification = {
    documentId,
    timestamp: call.now(),
    actorId: content.actionUser.userId,
    locationId: locationText(content.location?.id),
    content: packContent(content),
    ...nameMark(call, !input.isNew),
  };
  const isVerified = input.verifyUserPermissions ?? false;
  const delivery: Delivery = { organizationId, notificationId, data, audience: audienceOf(content), isVerified };
  // Who may open a document is known only once it exists.
  const isUnknown = isVerified && !unlessDeleting(place.document);
  const few = isUnknown ? undefined : await readFewCandidates(tx, organization, delivery.audience);
  const to = few && (await readRecipients(tx, call, delivery, few));

  const refusal = ensurePlace(tx, call, { organizationId, documentId }, place, { createDocument }, emit);
  if (refusal) throw refusal;
  const storedNotification = to ? data : { ...data, fanOut: { isVerified, named: 0 } };
  if (there) tx.set(path, storedNotification);
  else tx.create(path, storedNotification);
  const eventData = { ...toEventData(notificationId, content), ...(to && { recipients: to }) };
  emit({ type: "notification.add", organizationId, documentId, data: eventData });
  if (to) deliver(tx, call, delivery, to);
  else later(notificationFanOut, { apiKeyId: call.apiKey.apiKeyId, organizationId, notificationId });
}

function toEventData(notificationId: string, content: NotificationContent) {
  const { actionUser, notifyAll, notifyUsers, notificationSource } = content;
  const notifyUserIds = [...new Set(notifyUsers.map(({ userId }) => userId))];
  const source = notificationSource !== undefined && { notificationSource };
  const about = { notificationId, actionUser: toPerson(actionUser), notifyAll, notifyUserIds };
  return { ...about, ...source, ...messagesOf(content) };
}
