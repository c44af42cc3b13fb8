import { expect, test } from "@jest/globals";
import { changeEmailConfig } from "./email-config.ts";
import { type InitialConfigRequest, type InitialConfigs, initialConfigs } from "./initial-configs.ts";
import { changeNotificationConfig } from "./notification-config.ts";
import { changeWebhookConfig } from "./webhook-config.ts";

const email = changeEmailConfig({}, { useEmailService: true });
const notification = changeNotificationConfig({}, { useNotificationService: true });

const cases: [what: string, request: InitialConfigRequest, configs: InitialConfigs][] = [
  ["nothing asked for, nothing configured", {}, {}],
  ["a service that is turned on has its default triggers", { useEmailService: true }, { email }],
  [
    "also where they are asked for",
    { useNotificationService: true, setDefaultNotificationTriggers: true },
    { notification },
  ],
  [
    "but not where they are refused",
    { useEmailService: true, setDefaultEmailTriggers: false },
    { email: { useEmailService: true } },
  ],
  [
    "default triggers alone turn no service on",
    { setDefaultEmailTriggers: true, setDefaultNotificationTriggers: true },
    {
      email: { ...email, useEmailService: false },
      notification: { notificationServiceConfig: notification.notificationServiceConfig ?? {} },
    },
  ],
  [
    "default triggers that are refused configure nothing",
    { setDefaultEmailTriggers: false, setDefaultNotificationTriggers: false },
    {},
  ],
  [
    "what is sent lies over the defaults",
    { useEmailService: true, emailServiceConfig: { type: "sendgrid" }, useWebhookService: true },
    {
      email: { ...email, emailServiceConfig: { ...email.emailServiceConfig, type: "sendgrid" } },
      webhook: changeWebhookConfig({}, { useWebhookService: true }),
    },
  ],
];
for (const [what, request, configs] of cases) test(what, () => expect(initialConfigs(request)).toStrictEqual(configs));
