import type * as z from "zod";
import { actionTypeOf, type EventType, sourceOf } from "./types.ts";

/** A JSON schema. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** The JSON schema of a webhook's body. @param data schema of the fields of `data` other than `metadata`. */
export function bodySchema(type: EventType, data: JsonSchema): JsonSchema {
  return {
    type: "object",
    required: ["event", "actionType", "source", "platform", "webhookId", "timestamp", "data"],
    properties: {
      event: { const: type, description: "The type of the event." },
      actionType: { const: actionTypeOf(type), description: "The last part of the type, in camel case." },
      source: { const: sourceOf(type), description: "The subject of the event." },
      platform: { const: "rest" },
      webhookId: {
        type: "string",
        description: "The same for every delivery attempt, so that you can recognise repeats.",
      },
      timestamp: { type: "number", description: "Time of the event, in ms since 1970." },
      data: {
        ...data,
        required: [...(data.required ?? []), "metadata"],
        properties: { ...data.properties, metadata: metadataSchema },
      },
      ...(data.properties?.commentAnnotation !== undefined && preferenceSchemas),
    },
  };
}

/** The preferences of the people of a thread; an event has one of them while notification preferences are on. */
const preferenceSchemas = {
  usersDocumentNotificationsConfig: preferencesFor("document"),
  usersOrganizationNotificationsConfig: preferencesFor("organization"),
};

function preferencesFor(place: "document" | "organization"): JsonSchema {
  const preference: JsonSchema = { enum: ["ALL", "MINE", "NONE"] };
  return {
    type: "object",
    description: `The notification preferences of the people of the thread for the ${place}, by user id.`,
    additionalProperties: {
      type: "object",
      properties: { inbox: preference, email: preference, slack: preference },
    },
  };
}

function describedSchema(what: "organization" | "document"): JsonSchema {
  return {
    type: "object",
    description: `The ${what} as it is when the event is sent, with your own fields; only the id if it no longer exists.`,
    required: [`${what}Id`],
    properties: { [`${what}Id`]: { type: "string" }, [`${what}Name`]: { type: "string" } },
  };
}

const metadataSchema: JsonSchema = {
  type: "object",
  description: "Where the event happened.",
  required: ["apiKey"],
  properties: {
    apiKey: { type: "string", description: "Id of the API key." },
    organizationId: { type: "string", description: "Id of the organization." },
    documentId: { type: "string", description: "Id of the document." },
    organization: describedSchema("organization"),
    document: describedSchema("document"),
    pageInfo: { type: "object", description: "The page of the thread, as your client sent it." },
  },
};
