import * as z from "zod";
import add from "#api/v2/notifications/add";
import { messageFields, NotificationId, NotifyUsers } from "#domain/notifications/notification";
import { earlierVersion } from "#http/endpoint";
import { EmbeddedUser } from "#platform/shapes/embedded-user";
import { Id } from "#platform/shapes/fields";

export default earlierVersion(add, {
  path: "/v1/notifications/add",
  input: z.object({
    organizationId: Id,
    documentId: Id,
    notificationId: NotificationId.optional(),
    actionUser: EmbeddedUser,
    ...messageFields,
    displayHeadlineMessageTemplate: z.string().min(1),
    displayBodyMessage: z.string().min(1),
    notifyUsers: NotifyUsers,
    notifyAll: z.boolean().default(true),
    createDocument: z.boolean().optional(),
    createOrganization: z.boolean().optional(),
  }),
});
