import * as z from "zod";
import { changeEmailConfig, EmailConfig, seedEmailConfig } from "./email-config.ts";
import { mergeConfig } from "./merge-config.ts";
import { changeNotificationConfig, type NotificationConfig, seedNotificationConfig } from "./notification-config.ts";
import { changeWebhookConfig, WebhookConfig } from "./webhook-config.ts";

/** Configurations that a request for a new API key may set (docs/behaviour.md#configurations). */
export const InitialConfigRequest = z.object({
  ...EmailConfig.shape,
  ...WebhookConfig.shape,
  useNotificationService: z.boolean().optional(),
  /** Whether to set the default triggers. If omitted, enabling the service sets them. */
  setDefaultEmailTriggers: z.boolean().optional(),
  setDefaultNotificationTriggers: z.boolean().optional(),
});
export type InitialConfigRequest = z.infer<typeof InitialConfigRequest>;

/** The first configurations of a new API key. Configurations that the request does not set are omitted. */
export interface InitialConfigs {
  email?: EmailConfig;
  notification?: NotificationConfig;
  webhook?: WebhookConfig;
}

/** The first configurations of a new API key, by the same rules as their first change. */
export function initialConfigs(request: InitialConfigRequest): InitialConfigs {
  const email = pick(request, ["useEmailService", "emailServiceConfig"]);
  const notification = pick(request, ["useNotificationService"]);
  const webhook = pick(request, ["useWebhookService", "webhookServiceConfig"]);
  const configs: InitialConfigs = {};
  if (email || request.setDefaultEmailTriggers)
    configs.email = initialConfig(email, request.setDefaultEmailTriggers, {
      change: (fields) => changeEmailConfig({}, fields),
      seed: (fields) => seedEmailConfig({}, { useEmailService: false, ...fields }),
    });
  if (notification || request.setDefaultNotificationTriggers)
    configs.notification = initialConfig(notification, request.setDefaultNotificationTriggers, {
      change: (fields) => changeNotificationConfig({}, fields),
      seed: (fields) => seedNotificationConfig({}, fields),
    });
  if (webhook) configs.webhook = changeWebhookConfig({}, webhook);
  return configs;
}

function initialConfig<T extends object>(
  fields: T = {} as T,
  setDefaults: boolean | undefined,
  { change, seed }: { change(fields: T): T; seed(fields: T): T },
): T {
  if (setDefaults === undefined) return change(fields);
  return setDefaults ? seed(fields) : mergeConfig(fields);
}

/** Picks the fields that the request has; undefined when it has none of them. */
function pick<T extends object, K extends keyof T>(request: T, names: K[]): Pick<T, K> | undefined {
  const present = names.filter((name) => request[name] !== undefined);
  if (present.length === 0) return undefined;
  return Object.fromEntries(present.map((name) => [name, request[name]])) as Pick<T, K>;
}
