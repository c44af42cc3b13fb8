import { ActivitySettings } from "@atrium/functions/domain/configs/activity-config";
import { AdvancedWebhookConfig } from "@atrium/functions/domain/configs/advanced-webhook-config";
import { EmailConfig } from "@atrium/functions/domain/configs/email-config";
import { NotificationConfig } from "@atrium/functions/domain/configs/notification-config";
import { PermissionProviderConfig } from "@atrium/functions/domain/configs/permission-provider-config";
import type { Configs } from "@atrium/functions/domain/configs/store/configs";
import { WebhookConfig } from "@atrium/functions/domain/configs/webhook-config";
import { NewWebhookEndpoint } from "@atrium/functions/domain/webhooks/webhook-endpoint";
import { Id } from "@atrium/functions/platform/shapes/fields";
import * as z from "zod";

/** Milliseconds since 1970. */
export const Time = z.int().min(0);
/** Sealed by `SecretSealer`. */
export const Sealed = z.base64().max(10_000);

/** The configurations of an API key, without the secrets that some contain. */
export const configModels: { [N in keyof Configs]: z.ZodType<Configs[N]> } = {
  activity: ActivitySettings,
  advancedWebhook: AdvancedWebhookConfig,
  email: EmailConfig,
  notification: NotificationConfig,
  permissionProvider: PermissionProviderConfig,
  webhook: WebhookConfig,
};

/** Names of the configurations. */
export const configNames = Object.keys(configModels).sort() as (keyof Configs)[];

/** An auth token in the line of an API key. */
export const SealedToken = z.object({
  name: z.string().min(1).max(200),
  domains: z.array(z.string().max(300)).max(500),
  createdAt: Time,
  sealed: Sealed,
});

/** Settings of an API key. A line replaces what is stored under its name or id. */
export const keyShapes = {
  config: z.object({
    name: z.enum(configNames as [keyof Configs]),
    config: z.record(z.string(), z.json()),
    /** Its only secret. */
    sealed: Sealed.optional(),
    /** Those of its URLs that contain a user name or a password, by field. */
    sealedUrls: z.record(z.string(), Sealed).optional(),
  }),
  webhookEndpoint: z.object({
    endpointId: Id,
    ...NewWebhookEndpoint.shape,
    /** Its URL, if that contains a user name or a password. */
    sealedUrl: Sealed.optional(),
    disabledReason: z.string().max(1000).optional(),
    failingSince: Time.optional(),
    /** Signing secrets, current one first. */
    secrets: z
      .array(z.object({ sealed: Sealed, until: Time.optional() }))
      .min(1)
      .max(10)
      .optional(),
    createdAt: Time,
    updatedAt: Time,
  }),
  /**
   * The last line of an export: descriptions of what it omits, and the number of lines before it, not counting empty
   * lines.
   */
  leftOut: z.object({ what: z.array(z.string().max(1000)).max(100), records: z.int().min(0).optional() }),
};

/** The kinds of these lines. */
export type KeyKind = keyof typeof keyShapes;
