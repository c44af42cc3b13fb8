import * as z from "zod";
import {
  changeNotificationConfig,
  NotificationConfigChange,
  NotificationServiceConfig,
} from "#domain/configs/notification-config";
import { updateConfig } from "#domain/configs/store/configs";
import { notifiedTypes } from "#domain/notifications/store/notice-settings";
import { endpoint } from "#http/endpoint";
import { nothingToChange } from "#src/errors";

export default endpoint({
  path: "/v2/workspace/notificationconfig/update",
  auth: "apiKey",
  kind: "write",
  audit: { action: "config.update", target: () => ({ config: "notification" }) },
  summary:
    "Change which notifications are sent. Omitted fields stay unchanged, and null removes a field; enabling it for the first time sets the default triggers.",
  input: NotificationConfigChange,
  output: z.object({ useNotificationService: z.boolean(), notificationServiceConfig: NotificationServiceConfig }),
  cost: { reads: 1, writes: 2, trips: 2 },
  example: {
    useNotificationService: true,
    notificationServiceConfig: {
      triggers: { comment: { "comment.add": true }, huddle: { "huddle.join": false } },
      delayConfig: { isEnabled: true, delaySeconds: 300 },
      batchConfig: { document: { isEnabled: true, batchWindowSeconds: 3600, maxActivities: 10 } },
    },
  },
  async handle(call, input) {
    if (input.useNotificationService === undefined && input.notificationServiceConfig === undefined)
      throw nothingToChange("At least one of useNotificationService or notificationServiceConfig must be provided");
    const config = await updateConfig(call, "notification", (currentConfig = {}) =>
      changeNotificationConfig(currentConfig, input),
    );
    notifiedTypes(call).forget(call);
    return {
      message: "Notification configuration updated successfully.",
      data: { useNotificationService: false, notificationServiceConfig: {}, ...config },
    };
  },
});
