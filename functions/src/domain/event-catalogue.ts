import { z } from "zod";
import { type EventType, eventTypeNames } from "./event-types.ts";
import { commentEvents } from "./events/comments.ts";
import { collaborationEvents, operationalEvents, placeEvents } from "./events/content.ts";
import type { EventDeclaration } from "./events/event.ts";
import { peopleEvents } from "./events/people.ts";
import { type WebhookEvent, webhookBody } from "./webhook-body.ts";

/** Every event type with the shape of its data and an example (decisions, Webhooks). */
export const eventCatalogue: { [type in EventType]: EventDeclaration } = {
  ...commentEvents,
  ...peopleEvents,
  ...placeEvents,
  ...collaborationEvents,
  ...operationalEvents,
};

/** What an event is about, as bodies say it: threads belong to the comments. */
export function sourceOf(type: string): string {
  const about = type.slice(0, type.indexOf("."));
  return about === "comment_annotation" ? "comment" : about;
}

/** The example of a type as an event of the API key. @param timestamp ms since 1970. */
export function exampleEvent(type: EventType, apiKeyId: string, timestamp: number): WebhookEvent {
  const metadata = { apiKey: apiKeyId, organizationId: "acme", documentId: "homepage" };
  return { type, source: sourceOf(type), timestamp, data: { ...eventCatalogue[type].example, metadata } };
}

/** The catalogue for reading: each type with the JSON schema of its data and the body that its example makes. */
export function describeEvents(apiKeyId: string) {
  const plain = { encodeData: false, encryptData: false, publicKey: "", enableDataProtection: false };
  return eventTypeNames.map((name) => {
    const { description, data } = eventCatalogue[name];
    const example = webhookBody("evt_1-0", exampleEvent(name, apiKeyId, Date.UTC(2026, 0, 5, 9)), plain);
    return { name, description, schema: z.toJSONSchema(data, { io: "input" }), example: JSON.parse(example) };
  });
}
