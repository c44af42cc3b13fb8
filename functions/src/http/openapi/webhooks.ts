import type * as z from "zod";
import { bodySchema } from "#domain/events/body-schema";
import { eventCatalogue, exampleEvent } from "#domain/events/catalogue";
import { eventTypeNames } from "#domain/events/types";
import { webhookBody } from "#domain/events/webhook-body";
import { type JsonObject, refTo } from "./json.ts";
import type { Schemas } from "./schemas.ts";
import { eventTag } from "./tags.ts";

/** The shapes of all events' data. */
export const eventShapes: readonly z.ZodType[] = eventTypeNames.map((name) => eventCatalogue[name].data);

const plain = { encodeData: false, encryptData: false, publicKey: "", enableDataProtection: false };

/** The section `webhooks`: every event as it is delivered. */
export function webhooks(schemas: Schemas, apiKeyId: string): JsonObject {
  return Object.fromEntries(
    eventTypeNames.map((name) => {
      const { description, data, isEmitted } = eventCatalogue[name];
      const example = webhookBody("evt_1-0", exampleEvent(name, apiKeyId, Date.UTC(2026, 0, 5, 9)), plain);
      const operation = {
        operationId: `event-${name.replaceAll(/[._]/g, "-")}`,
        tags: [eventTag],
        summary: name,
        description: isEmitted ? description : `${description} This version never sends it.`,
        "x-emitted": isEmitted,
        security: [],
        parameters: ["WebhookId", "WebhookTimestamp", "WebhookSignature"].map((header) => refTo("parameters", header)),
        requestBody: {
          required: true,
          content: {
            "application/json": {
              schema: bodySchema(name, schemas.further(data)),
              example: JSON.parse(example),
            },
          },
        },
        responses: {
          "2XX": { description: "Received. After any other answer, or none within 15 s, the delivery is retried." },
          "4XX": { description: "Not received: the delivery is retried." },
        },
      };
      return [name, { post: operation }];
    }),
  );
}
