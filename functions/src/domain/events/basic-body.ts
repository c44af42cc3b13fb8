import { textOfHtml } from "#platform/text/html-text";
import type { EventPreferences, WebhookEvent } from "./webhook-event.ts";

/** `actionType` of an event in basic webhooks, and a phrase that says what the person did. */
const actions: ReadonlyMap<string, readonly [actionType: string, phrase: string]> = new Map(
  Object.entries({
    "comment_annotation.add": ["newlyAdded", "started a thread"],
    "comment_annotation.assign": ["assigned", "assigned a thread"],
    "comment_annotation.status_change": ["statusChanged", "changed the status of a thread"],
    "comment_annotation.priority_change": ["priorityChanged", "changed the priority of a thread"],
    "comment_annotation.custom_list_change": ["customListChanged", "changed a list of a thread"],
    "comment_annotation.subscribe": ["subscribed", "subscribed to a thread"],
    "comment_annotation.unsubscribe": ["unsubscribed", "unsubscribed from a thread"],
    "comment_annotation.accept": ["accepted", "accepted a thread"],
    "comment_annotation.reject": ["rejected", "rejected a thread"],
    "comment_annotation.approve": ["approved", "approved a thread"],
    "comment_annotation.suggestion_accept": ["suggestionAccepted", "accepted a suggestion"],
    "comment_annotation.suggestion_reject": ["suggestionRejected", "rejected a suggestion"],
    "comment.add": ["added", "added a comment"],
    "comment.update": ["updated", "changed a comment"],
    "comment.delete": ["deleted", "deleted a comment"],
    "comment.reaction_add": ["reactionAdded", "reacted to a comment"],
    "comment.reaction_delete": ["reactionDeleted", "removed a reaction"],
    "huddle.create": ["created", "opened a huddle"],
    "huddle.join": ["join", "joined a huddle"],
    "crdt.add": ["addData", "added editor data"],
    "crdt.update_data": ["updateData", "changed editor data"],
    "recorder.done": ["done", "completed a recording"],
  } as const),
);

/** What the person who acted did, such as "added a comment". */
export function phraseOf(type: string): string {
  return actions.get(type)?.[1] ?? "did something";
}

/** A person in an event. Data protection may have removed the name. */
interface Person {
  userId: string;
  name?: string;
}

/** The fields of an event's data that basic bodies use. */
interface KnownData {
  actionUser?: Person;
  assignedTo?: Person | null;
  visibility?: object;
  commentAnnotation?: EventThread;
  targetComment?: { commentId: number; commentText?: string; commentHtml?: string };
  crdtData?: { lastUpdatedBy: string | null };
}

/** The fields of an event's thread that bodies use. */
export interface EventThread {
  visibility: { type: string; userIds?: string[] };
  assignedTo?: Person;
  subscribedUserIds?: string[];
  pageInfo?: object;
  location?: object;
  comments: { from: Person; taggedUserContacts?: Person[] }[];
}

/**
 * The body of a basic webhook (docs/behaviour.md#basic-webhook-configuration). `event`, `source`, `timestamp` and
 * `data` repeat the content for receivers of the earlier body format.
 */
export function basicBody(id: string, event: WebhookEvent): object {
  const { type, source, timestamp } = event;
  const { commentAnnotation, crdtData, ...data } = event.data;
  const { metadata, ...rest } = data;
  const { organization, document, ...ids } = metadata;
  const knownData = event.data as KnownData;
  const place = { clientOrganizationId: metadata.organizationId, clientDocumentId: metadata.documentId };
  const described = { organizationMetadata: organization, documentMetadata: document };
  const { pageInfo, location } = knownData.commentAnnotation ?? {};
  return {
    ...rest,
    webhookId: id,
    actionType: actions.get(type)?.[0] ?? type.slice(type.lastIndexOf(".") + 1),
    notificationSource: source,
    platform: "rest",
    metadata: {
      ...ids,
      ...place,
      ...described,
      ...(pageInfo && { pageInfo }),
      ...(location && { locations: [location] }),
    },
    ...(knownData.assignedTo !== undefined && { assigned: knownData.assignedTo }),
    ...(commentAnnotation !== undefined && { commentAnnotation }),
    ...(crdtData !== undefined && { crdtData }),
    accessDeniedUsers: event.accessDeniedUsers ?? [],
    ...preferencesOf(event),
    event: type,
    source,
    timestamp,
    data: { ...rest, metadata: ids },
  };
}

/** A body for people to read: who did what and where, and the text of the comment concerned. */
export function processedBody(id: string, { type, source, timestamp, data }: WebhookEvent): object {
  const { actionUser, targetComment, crdtData } = data as KnownData;
  const { organizationId, documentId } = data.metadata;
  const [actionType, phrase] = actions.get(type) ?? [type, "did something"];
  const { annotationId, commentId = targetComment?.commentId, editorId, recorderId } = data;
  const { commentText, commentHtml } = targetComment ?? {};
  const text = commentText ?? (commentHtml === undefined ? null : textOfHtml(commentHtml));
  const who = actionUser?.name || actionUser?.userId || crdtData?.lastUpdatedBy || "Somebody";
  return {
    id,
    webhookId: id,
    timestamp,
    event: type,
    actionType,
    notificationSource: source,
    from: actionUser ?? null,
    title: `${who} ${phrase}.`,
    text,
    organizationId,
    documentId,
    annotationId,
    commentId,
    editorId,
    recorderId,
  };
}

/** Fields of a body with people's preferences; at most one of them is set. */
export function preferencesOf(event: EventPreferences): EventPreferences {
  const { usersDocumentNotificationsConfig: ofDocument, usersOrganizationNotificationsConfig: ofOrganization } = event;
  return {
    ...(ofDocument && { usersDocumentNotificationsConfig: ofDocument }),
    ...(ofOrganization && { usersOrganizationNotificationsConfig: ofOrganization }),
  };
}

/** Ids of the users who write in a thread, or are assigned, mentioned or subscribed. */
export function peopleInThread({ assignedTo, subscribedUserIds = [], comments }: EventThread): string[] {
  const people = comments.flatMap(({ from, taggedUserContacts = [] }) => [from, ...taggedUserContacts]);
  const ids = [...people, ...(assignedTo ? [assignedTo] : [])].map(({ userId }) => userId);
  return [...new Set([...ids, ...subscribedUserIds])];
}
