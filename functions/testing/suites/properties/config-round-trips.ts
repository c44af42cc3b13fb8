import { generateKeyPairSync } from "node:crypto";
import fc from "fast-check";
import { maskSecret } from "#domain/configs/secrets";
import { commentGroups, type EventGroup, eventTypesOf } from "#domain/events/types";
import type { World } from "#testing/harness/world";
import type { RoundTrip, Written } from "./round-trip.ts";

const publicKey = generateKeyPairSync("rsa", { modulusLength: 2048 })
  .publicKey.export({ format: "der", type: "spki" })
  .toString("base64");

/** All triggers of some groups, so that no default shows through. */
function triggers(...groups: EventGroup[]): fc.Arbitrary<object> {
  const names = eventTypesOf(groups);
  return fc.record(Object.fromEntries(names.map((name) => [name, fc.boolean()])));
}

const url = fc.oneof(fc.constant(""), fc.webUrl());
const reading = (path: string) => async (w: World) => [(await w.ok(path, {})).data];
/** A change has at least one field. */
const orElse = (least: object) => (item: Written) => (Object.keys(item).length > 0 ? item : least);

/** The item with the secret of a part of it masked. */
const masking = (part: string, field: string) => (item: Written) => {
  const secret = item[part]?.[field];
  return secret === undefined ? item : { ...item, [part]: { ...item[part], [field]: maskSecret(secret) } };
};

/** The configurations of an API key. */
export const configRoundTrips: RoundTrip[] = [
  {
    resource: "an e-mail configuration",
    add: "/v2/workspace/emailconfig/update",
    fields: { triggers: triggers(...commentGroups, "huddle"), fromEmail: fc.constantFrom("", "hello@example.com") },
    fit: orElse({ useEmailService: false }),
    toRead: masking("emailServiceConfig", "apiKey"),
    read: reading("/v2/workspace/emailconfig/get"),
  },
  {
    resource: "a notification configuration",
    add: "/v2/workspace/notificationconfig/update",
    fields: { comment: triggers(...commentGroups), huddle: triggers("huddle") },
    fit: orElse({ useNotificationService: false }),
    read: reading("/v2/workspace/notificationconfig/get"),
  },
  {
    resource: "a basic webhook configuration",
    add: "/v2/workspace/webhookconfig/update",
    fields: {
      triggers: triggers(...commentGroups, "huddle", "crdt", "recorder"),
      rawNotificationUrl: url,
      processedNotificationUrl: url,
      publicKey: fc.constantFrom("", publicKey),
    },
    fit: orElse({ useWebhookService: false }),
    toRead: masking("webhookServiceConfig", "authToken"),
    read: reading("/v2/workspace/webhookconfig/get"),
  },
  {
    resource: "an advanced webhook configuration",
    add: "/v2/workspace/advancedwebhookconfig/update",
    fields: { publicKey: fc.constantFrom("", publicKey) },
    fit: orElse({ isEnabled: false }),
    before: (w) => w.ok("/v2/workspace/advancedwebhookconfig/update", { isEnabled: true }),
    read: reading("/v2/workspace/advancedwebhookconfig/get"),
  },
  {
    resource: "a permission provider configuration",
    add: "/v2/workspace/permissionproviderconfig/update",
    fields: { permissionProviderUrl: url },
    fit: orElse({ usePermissionProvider: false }),
    toRead: masking("permissionProviderConfig", "authToken"),
    read: reading("/v2/workspace/permissionproviderconfig/get"),
  },
  {
    resource: "an activity configuration",
    add: "/v2/workspace/activityconfig/update",
    fields: { comment: triggers(...commentGroups) },
    fit: ({ activityServiceConfig }) => ({
      activityServiceConfig: orElse({ immutable: false })(activityServiceConfig),
    }),
    read: reading("/v2/workspace/activityconfig/get"),
  },
  {
    resource: "the allowed domains",
    add: "/v2/workspace/domains/add",
    list: "domains",
    fields: { domains: fc.domain().filter((domain) => !domain.startsWith("www.")) },
    read: async (w) => (await w.ok("/v2/workspace/domains/get", {})).data.allowedDomains,
  },
];
