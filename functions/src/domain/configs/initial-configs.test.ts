import { expect, test } from "@jest/globals";
import { changeEmailConfig } from "./email-config.ts";
import { type InitialConfigRequest, type InitialConfigs, initialConfigs } from "./initial-configs.ts";
import { changeNotificationConfig } from "./notification-config.ts";
import { changeWebhookConfig } from "./webhook-config.ts";

const email = changeEmailConfig({}, { useEmailService: true });
const notification = changeNotificationConfig({}, { useNotificationService: true });

const cases: [what: string, request: InitialConfigRequest, configs: InitialConfigs][] = [
  ["an empty request configures nothing", {}, {}],
  ["turning on a service sets its default triggers", { useEmailService: true }, { email }],
  [
    "turning on a service and requesting its default triggers sets them",
    { useNotificationService: true, setDefaultNotificationTriggers: true },
    { notification },
  ],
  [
    "turning on a service does not set default triggers that are refused",
    { useEmailService: true, setDefaultEmailTriggers: false },
    { email: { useEmailService: true } },
  ],
  [
    "requesting default triggers alone does not turn a service on",
    { setDefaultEmailTriggers: true, setDefaultNotificationTriggers: true },
    {
      email: { ...email, useEmailService: false },
      notification: { notificationServiceConfig: notification.notificationServiceConfig ?? {} },
    },
  ],
  [
    "refusing default triggers configures nothing",
    { setDefaultEmailTriggers: false, setDefaultNotificationTriggers: false },
    {},
  ],
  [
    "the request overrides the defaults",
    { useEmailService: true, emailServiceConfig: { type: "sendgrid" }, useWebhookService: true },
    {
      email: { ...email, emailServiceConfig: { ...email.emailServiceConfig, type: "sendgrid" } },
      webhook: changeWebhookConfig({}, { useWebhookService: true }),
    },
  ],
];
for (const [what, request, configs] of cases) test(what, () => expect(initialConfigs(request)).toStrictEqual(configs));
