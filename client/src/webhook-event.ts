import type { WebhookEventData } from "./generated/events.ts";

/** Type of an event, such as `comment.add`. */
export type WebhookEventType = keyof WebhookEventData;

/** The content of a webhook. `event` is the type and determines the form of `data`. */
export type WebhookEvent = { [Type in WebhookEventType]: EventOf<Type> }[WebhookEventType];

/** An event of one type. */
export interface EventOf<Type extends WebhookEventType> {
  event: Type;
  /** The last part of the type. */
  actionType: string;
  /** The subject of the event. */
  source: string;
  platform: "rest";
  /** The same for every attempt to deliver the event: store it to recognise repeats. */
  webhookId: string;
  /** When it happened, in ms since 1970. */
  timestamp: number;
  data: WebhookEventData[Type] & {
    /** Where it happened. */
    metadata: {
      apiKey: string;
      organizationId?: string;
      documentId?: string;
      /** The organization and the document as stored, including your own fields. */
      organization?: { organizationId: string; [field: string]: unknown };
      document?: { documentId: string; [field: string]: unknown };
      /** The page of the thread, as your client sent it. */
      pageInfo?: { [field: string]: unknown };
    };
  };
  /** Events of threads, while notification preferences are on: those of the thread's people for the document. */
  usersDocumentNotificationsConfig?: PreferencesByUser;
  /** The same for the organization, if none of the people chose anything for the document. */
  usersOrganizationNotificationsConfig?: PreferencesByUser;
}

/** Notification preferences by user id. */
interface PreferencesByUser {
  [userId: string]: { [channel in "inbox" | "email" | "slack"]: "ALL" | "MINE" | "NONE" };
}
