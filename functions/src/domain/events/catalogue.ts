import * as z from "zod";
import { approvalEvents } from "./approval.ts";
import { bodySchema } from "./body-schema.ts";
import { commentEvents } from "./comments.ts";
import { collaborationEvents, operationalEvents, placeEvents } from "./content.ts";
import type { EventDeclaration } from "./event.ts";
import { peopleEvents } from "./people.ts";
import { type EventType, eventTypeNames, sourceOf } from "./types.ts";
import { webhookBody } from "./webhook-body.ts";
import type { WebhookEvent } from "./webhook-event.ts";

/** Every event type with the shape of its data and an example (docs/behaviour.md#events). */
export const eventCatalogue: { [type in EventType]: EventDeclaration } = {
  ...commentEvents,
  ...peopleEvents,
  ...placeEvents,
  ...collaborationEvents,
  ...approvalEvents,
  ...operationalEvents,
};

/** The example of an event type, as an event of the API key. @param timestamp ms since 1970. */
export function exampleEvent(type: EventType, apiKeyId: string, timestamp: number): WebhookEvent {
  const metadata = {
    apiKey: apiKeyId,
    organizationId: "acme",
    documentId: "homepage",
    organization: { organizationId: "acme", organizationName: "Acme" },
    document: { documentId: "homepage", documentName: "Homepage" },
  };
  return { type, source: sourceOf(type), timestamp, data: { ...eventCatalogue[type].example, metadata } };
}

/** Describes the catalogue: each type with the JSON schema of its body and an example of the body. */
export function describeEvents(apiKeyId: string) {
  const plain = { encodeData: false, encryptData: false, publicKey: "", enableDataProtection: false };
  return eventTypeNames.map((name) => {
    const { description, data, isEmitted } = eventCatalogue[name];
    const { $schema: _, ...dataSchema } = z.toJSONSchema(data, { io: "input" });
    const example = webhookBody("evt_1-0", exampleEvent(name, apiKeyId, Date.UTC(2026, 0, 5, 9)), plain);
    return { name, description, isEmitted, schema: bodySchema(name, dataSchema), example: JSON.parse(example) };
  });
}
