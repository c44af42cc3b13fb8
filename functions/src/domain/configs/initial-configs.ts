import * as z from "zod";
import { changeEmailConfig, EmailConfig, seedEmailConfig } from "./email-config.ts";
import { mergeConfig } from "./merge-config.ts";
import { changeNotificationConfig, type NotificationConfig, seedNotificationConfig } from "./notification-config.ts";
import { changeWebhookConfig, WebhookConfig } from "./webhook-config.ts";

/** What a new API key may be configured with (docs/behaviour.md#configurations). */
export const InitialConfigRequest = z.object({
  ...EmailConfig.shape,
  ...WebhookConfig.shape,
  useNotificationService: z.boolean().optional(),
  /** Whether the default triggers are set. Left out: as the first enable does. */
  setDefaultEmailTriggers: z.boolean().optional(),
  setDefaultNotificationTriggers: z.boolean().optional(),
});
export type InitialConfigRequest = z.infer<typeof InitialConfigRequest>;

/** The configurations that a new API key starts with; those that were not asked for are missing. */
export interface InitialConfigs {
  email?: EmailConfig;
  notification?: NotificationConfig;
  webhook?: WebhookConfig;
}

/** The configurations of a new API key, by the rules of their first change. */
export function initialConfigs(request: InitialConfigRequest): InitialConfigs {
  const email = only(request, ["useEmailService", "emailServiceConfig"]);
  const notification = only(request, ["useNotificationService"]);
  const webhook = only(request, ["useWebhookService", "webhookServiceConfig"]);
  const configs: InitialConfigs = {};
  if (email || request.setDefaultEmailTriggers)
    configs.email = seeded(email, request.setDefaultEmailTriggers, {
      change: (given) => changeEmailConfig({}, given),
      seed: (given) => seedEmailConfig({}, { useEmailService: false, ...given }),
    });
  if (notification || request.setDefaultNotificationTriggers)
    configs.notification = seeded(notification, request.setDefaultNotificationTriggers, {
      change: (given) => changeNotificationConfig({}, given),
      seed: (given) => seedNotificationConfig({}, given),
    });
  if (webhook) configs.webhook = changeWebhookConfig({}, webhook);
  return configs;
}

function seeded<T extends object>(
  given: T = {} as T,
  setDefaults: boolean | undefined,
  { change, seed }: { change(given: T): T; seed(given: T): T },
): T {
  if (setDefaults === undefined) return change(given);
  return setDefaults ? seed(given) : mergeConfig(given);
}

/** The named fields that the request has; undefined when it has none of them. */
function only<T extends object, K extends keyof T>(request: T, names: K[]): Pick<T, K> | undefined {
  const given = names.filter((name) => request[name] !== undefined);
  if (given.length === 0) return undefined;
  return Object.fromEntries(given.map((name) => [name, request[name]])) as Pick<T, K>;
}
