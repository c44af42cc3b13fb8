import * as z from "zod";
import { type EventType, isEventType } from "#domain/events/types";
import { Id } from "#platform/fields";

/** Most endpoints of one API key: every event is matched against each of them. */
export const MAX_ENDPOINTS = 100;

const WebUrl = z
  .string()
  .max(2000)
  .refine((url) => /^https?:$/.test(URL.parse(url)?.protocol ?? ""), "must be a valid http(s) URL.");

/** The name of an event type. */
export const EventTypeName = z
  .string()
  .superRefine((type, issues) => {
    if (!isEventType(type))
      issues.addIssue({ code: "custom", message: `is ${JSON.stringify(type)}, which is no event type. ${WHERE}` });
  })
  .transform((type) => type as EventType);

const WHERE = "POST /v2/workspace/advancedwebhook/eventtypes/get lists them.";

const fields = {
  url: WebUrl,
  description: z.string().max(1000),
  /** Default: all types. */
  filterTypes: z.array(EventTypeName).min(1).max(200),
  /** Channels such as `organization:acme` or `document:homepage`. Default: all channels. */
  channels: z.array(z.string().min(1).max(600)).min(1).max(10),
  disabled: z.boolean(),
  /** Most deliveries that start in any one second. */
  rateLimit: z.int().min(1).max(100_000),
  metadata: z
    .record(z.string().max(100), z.string().max(500))
    .refine((metadata) => Object.keys(metadata).length <= 50, "must have at most 50 entries."),
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
  url: z.string(),
  description: z.string().nullable(),
  filterTypes: z.array(z.string()).nullable(),
  channels: z.array(z.string()).nullable(),
  disabled: z.boolean(),
  /** Why the service disabled the endpoint. */
  disabledReason: z.string().nullable(),
  rateLimit: z.number().nullable(),
  uid: z.string().nullable(),
  metadata: z.record(z.string(), z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type WebhookEndpoint = z.input<typeof WebhookEndpoint>;
