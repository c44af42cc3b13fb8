import type { KeyCall } from "#src/context";
import { apiKeyPath } from "#store/api-keys";
import { configPath, toStoredConfig } from "#store/configs";
import type { Write } from "#store/port";

/** Configurations of the API key that examples change. `mark` stands in every free text. */
export function configs(call: KeyCall, mark: string): Write[] {
  const { apiKeyId } = call.apiKey;
  const email = {
    useEmailService: true,
    emailServiceConfig: {
      type: "sendgrid" as const,
      apiKey: `SG.key${mark}-0000`,
      fromEmail: `hello${mark}@example.com`,
      fromCompany: `Acme${mark}`,
      triggers: { "comment.add": true, "huddle.join": false },
    },
  };
  const notification = {
    useNotificationService: true,
    notificationServiceConfig: {
      triggers: { comment: { "comment.add": true }, huddle: { "huddle.join": true } },
      delayConfig: { isEnabled: true, delaySeconds: 60 },
    },
  };
  const allowedDomains = [`app${mark}.example.com`, "example.com"];
  return [
    { op: "update", path: apiKeyPath(apiKeyId), data: { allowedDomains } },
    { op: "create", path: configPath(apiKeyId, "email"), data: toStoredConfig(call, "email", email) },
    {
      op: "create",
      path: configPath(apiKeyId, "notification"),
      data: toStoredConfig(call, "notification", notification),
    },
  ];
}
