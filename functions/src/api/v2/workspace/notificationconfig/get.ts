import * as z from "zod";
import { withDefaults } from "#domain/configs/merge-config";
import { NotificationServiceConfig, notificationDefaults } from "#domain/configs/notification-config";
import { loadConfig } from "#domain/configs/store/configs";
import { endpoint } from "#http/endpoint";

export default endpoint({
  path: "/v2/workspace/notificationconfig/get",
  auth: "apiKey",
  kind: "read",
  summary: "Read which notifications are sent, and how they are delayed and batched.",
  input: z.object({}),
  output: z.object({ useNotificationService: z.boolean(), notificationServiceConfig: NotificationServiceConfig }),
  cost: { reads: 1, writes: 0, trips: 1 },
  example: {},
  async handle(call) {
    const config = (await loadConfig(call.store, call, "notification")) ?? {};
    const data = withDefaults(notificationDefaults, config);
    return { message: "Notification configuration retrieved successfully.", data };
  },
});
