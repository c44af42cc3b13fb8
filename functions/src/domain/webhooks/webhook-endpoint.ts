import * as z from "zod";
import { type EventType, eventTypeNames, isEventType } from "#domain/events/types";
import { contractCheck, maxCharacters } from "#platform/shapes/contract-check";
import { Id } from "#platform/shapes/fields";
import { WebUrl } from "#platform/shapes/url";

/** Most endpoints of one API key: every event is matched against each of them. */
export const MAX_ENDPOINTS = 100;

/** Id of an endpoint, which the service has made. A task has it in its own id, so it is shorter than ids of customers. */
export const EndpointId = z.string().regex(/^[A-Za-z0-9_-]{1,200}$/, "must be the id of a webhook endpoint.");

/** The name of an event type. */
export const EventTypeName = z
  .string()
  .check(
    contractCheck({ enum: eventTypeNames }, isEventType, {
      message: (type) => `is ${JSON.stringify(type)}, which is no event type. ${WHERE}`,
    }),
  )
  .transform((type) => type as EventType);

const WHERE = "POST /v2/workspace/advancedwebhook/eventtypes/get lists them.";

const fields = {
  /** Where deliveries are sent. */
  url: WebUrl,
  description: z.string().check(maxCharacters(1000)),
  /** Default: all types. */
  filterTypes: z.array(EventTypeName).min(1).max(200),
  /** Channels such as `organization:acme` or `document:homepage`. Default: all channels. */
  channels: z
    .array(z.string().min(1).check(maxCharacters(600)))
    .min(1)
    .max(10),
  disabled: z.boolean().describe("Whether nothing is sent to it."),
  /** Most deliveries that start in any one second. */
  rateLimit: z.int().min(1).max(100_000),
  metadata: z
    .record(z.string().check(maxCharacters(100)), z.string().check(maxCharacters(500)))
    .check(
      contractCheck(
        { maxProperties: 50 },
        (metadata: object) => Object.keys(metadata).length <= 50,
        "must have at most 50 entries.",
      ),
    ),
};

/** An endpoint to create (docs/behaviour.md#webhook-endpoints). */
export const NewWebhookEndpoint = z.object({
  ...z.object(fields).partial().shape,
  url: fields.url,
  /** The customer's own id, unique for the API key. */
  uid: Id.optional(),
});
export type NewWebhookEndpoint = z.output<typeof NewWebhookEndpoint>;

/** A change of an endpoint: fields that are left out stay, `null` takes away what can be missing. */
export const WebhookEndpointChange = z.object({
  ...z.object(fields).partial().shape,
  description: fields.description.nullish(),
  metadata: fields.metadata.nullish(),
  filterTypes: fields.filterTypes.nullish(),
  channels: fields.channels.nullish(),
  rateLimit: fields.rateLimit.nullish(),
});
export type WebhookEndpointChange = z.output<typeof WebhookEndpointChange>;

/** An endpoint as returned: fields that are not set are `null`. Times are ISO 8601 in UTC. */
export const WebhookEndpoint = z.object({
  id: z.string(),
  /** Where deliveries are sent. */
  url: z.string(),
  description: z.string().nullable(),
  filterTypes: z.array(z.string()).nullable(),
  channels: z.array(z.string()).nullable(),
  /** Whether nothing is sent to it. */
  disabled: z.boolean(),
  /** Why the service disabled the endpoint. */
  disabledReason: z.string().nullable(),
  rateLimit: z.number().nullable(),
  uid: z.string().nullable(),
  metadata: z.record(z.string(), z.string()).nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type WebhookEndpoint = z.input<typeof WebhookEndpoint>;
