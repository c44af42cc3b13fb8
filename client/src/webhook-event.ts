import type { WebhookEventData } from "./generated/events.ts";

/** Type of an event, such as `comment.add`. */
export type WebhookEventType = keyof WebhookEventData;

/** What a webhook brings. `event` tells the type, and with it what `data` holds. */
export type WebhookEvent = { [Type in WebhookEventType]: EventOf<Type> }[WebhookEventType];

/** An event of one type. */
export interface EventOf<Type extends WebhookEventType> {
  event: Type;
  /** The last part of the type. */
  actionType: string;
  /** What it is about. */
  source: string;
  platform: "rest";
  /** The same for every try to deliver it: remember it to tell repeats. */
  webhookId: string;
  /** When it happened, in ms since 1970. */
  timestamp: number;
  data: WebhookEventData[Type] & {
    /** Where it happened. */
    metadata: { apiKey: string; organizationId?: string; documentId?: string };
  };
}
