import type { ThreadComment } from "#domain/comments/thread";
import type { WebhookEvent } from "#domain/events/webhook-event";
import { redactComment } from "./redact-thread.ts";
import { type DataSubjects, isDataSubject, redactGeneratedText, redactKeys, redactRecord } from "./redact-user.ts";

/** Fields with texts generated from templates, which name people in plain words. */
const MADE_TEXTS = ["displayHeadlineMessage", "displayBodyMessage"];

/**
 * The event of a stored message without the data subjects. Only the number of their comments is kept; their reactions,
 * preferences and entries in `accessDeniedUsers` are removed.
 */
export function redactEvent(event: WebhookEvent, subjects: DataSubjects): WebhookEvent {
  const { usersDocumentNotificationsConfig: ofDocument, usersOrganizationNotificationsConfig: ofOrganization } = event;
  const { accessDeniedUsers: denied } = event;
  const without = (preferences: Record<string, object>) => redactKeys(preferences, subjects) as Record<string, object>;
  return {
    ...redactRecord(event, subjects),
    data: redactRecord(withoutNames(redactComments(event.data, subjects), subjects), subjects),
    ...(denied && { accessDeniedUsers: denied.filter((userId) => !subjects.userIds.has(userId)) }),
    ...(ofDocument && { usersDocumentNotificationsConfig: without(ofDocument) }),
    ...(ofOrganization && { usersOrganizationNotificationsConfig: without(ofOrganization) }),
  };
}

function withoutNames(data: WebhookEvent["data"], subjects: DataSubjects): WebhookEvent["data"] {
  const texts = Object.entries(data).filter(([field, text]) => MADE_TEXTS.includes(field) && typeof text === "string");
  const redacted = texts.map(([field, text]) => [field, redactGeneratedText(text as string, subjects)]);
  return redacted.length > 0 ? { ...data, ...Object.fromEntries(redacted) } : data;
}

/** Redacts comments at any depth of an event. */
function redactComments<T>(json: T, subjects: DataSubjects): T {
  if (typeof json !== "object" || json === null) return json;
  if (Array.isArray(json)) return json.map((one) => redactComments(one, subjects)) as T;
  const { commentId, from, taggedUserContacts = [] } = json as Partial<ThreadComment>;
  if (typeof commentId === "number" && from) {
    if (isDataSubject(from, subjects)) return { commentId, from } as T;
    // In the short form of a comment, mentions have no text.
    if (taggedUserContacts.every(({ contact }) => contact))
      return redactComment(json as unknown as ThreadComment, subjects) as T;
  }
  return Object.fromEntries(Object.entries(json).map(([field, one]) => [field, redactComments(one, subjects)])) as T;
}
