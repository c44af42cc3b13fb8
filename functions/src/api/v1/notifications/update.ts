import * as z from "zod";
import update from "#api/v2/notifications/update";
import { NotificationUpdate, selectionFields } from "#domain/notifications/notification";
import { earlierVersion } from "#http/endpoint";
import { Id } from "#platform/shapes/fields";
import { MAX_ITEMS } from "#platform/shapes/limits";
import { list } from "#platform/shapes/list";

export default earlierVersion(update, {
  path: "/v1/notifications/update",
  summary: "Change the content of notifications, and mark them as read for users who have received them.",
  input: z.object({
    organizationId: Id,
    ...selectionFields,
    notifications: list(NotificationUpdate, { unique: "id", max: MAX_ITEMS }),
  }),
});
