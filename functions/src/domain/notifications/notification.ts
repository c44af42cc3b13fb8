import * as z from "zod";
import { LocationId, ThreadLocation } from "#domain/comments/comment-annotation";
import { EmbeddedUser } from "#platform/embedded-user";
import { Id } from "#platform/fields";
import { FreeObject } from "#platform/free-json";
import { MAX_ID_BYTES, MAX_ITEMS } from "#platform/limits";

/** Largest size of what a notification says, in bytes of JSON: it is one document of the store. */
export const MAX_NOTIFICATION_BYTES = 900_000;

/** Id of a new notification: letters and digits of ASCII, `_` and `-`. */
export const NotificationId = z
  .string()
  .min(1)
  .max(MAX_ID_BYTES)
  .regex(/^[A-Za-z0-9_-]*$/, "must have only letters, digits, `_` and `-`.");

/** What brought a notification about. @openapi */
export const NotificationSource = z.enum(["custom", "comment", "huddle", "crdt"]);

/** Values of template variables: the two users, and texts of the customer's own. @openapi */
export type TemplateData = {
  actionUser?: EmbeddedUser | undefined;
  recipientUser?: EmbeddedUser | string | undefined;
  [variable: string]: unknown;
};
export const TemplateData: z.ZodType<TemplateData, TemplateData> = z
  .object({
    actionUser: EmbeddedUser.optional(),
    recipientUser: z.union([EmbeddedUser, z.string()], "must be a user with its userId, or a string.").optional(),
  })
  .catchall(z.string());

/** Who may see what a notification is about, as the customer's own key-value pairs. @openapi */
export const NotificationContext = z.object({
  access: z.record(z.string(), z.union([z.string(), z.number()], "must be a string or a number.")).optional(),
});

/** What v1 takes for the text of a notification. */
export const messageFields = {
  displayHeadlineMessageTemplate: z.string().min(1).optional(),
  displayHeadlineMessageTemplateData: TemplateData.optional(),
  displayBodyMessage: z.string().min(1).optional(),
  notificationSourceData: FreeObject.optional(),
};

/** What v2 takes beside that. */
export const furtherFields = {
  displayBodyMessageTemplate: z.string().min(1).optional(),
  displayBodyMessageTemplateData: TemplateData.optional(),
  notificationSource: NotificationSource.optional(),
  context: NotificationContext.optional(),
  metadata: FreeObject.optional(),
};

/** Who is directly involved; may be empty, where `notifyAll` says who else receives it. */
export const NotifyUsers = z.array(EmbeddedUser).max(MAX_ITEMS);

/** What a notification says, once for all who receive it. */
export const NotificationContent = z.object({
  actionUser: EmbeddedUser,
  ...messageFields,
  ...furtherFields,
  isNotificationResolverUsed: z.boolean().optional(),
  location: ThreadLocation.optional(),
  notifyUsers: NotifyUsers,
  notifyAll: z.boolean(),
});
export type NotificationContent = z.infer<typeof NotificationContent>;

/** A notification as returned. `isRead` and `readAt` (ms) stand where the list is that of one user. */
export const Notification = NotificationContent.extend({
  id: z.string(),
  /** Milliseconds since 1970. */
  timestamp: z.number(),
  /** The customer's own fields beside `apiKey`, `organizationId` and `documentId`. */
  metadata: z.record(z.string(), z.unknown()),
  isRead: z.boolean().optional(),
  readAt: z.number().optional(),
});
export type Notification = z.infer<typeof Notification>;

/** Which notifications of an organization a call is about; what is not given does not narrow. */
export const selectionFields = {
  documentId: Id.optional(),
  locationId: LocationId.optional(),
  userId: Id.optional(),
};
export type NotificationSelection = {
  documentId?: string | undefined;
  locationId?: string | number | undefined;
  /** Whose inbox holds it. */
  userId?: string | undefined;
};

/** Most readers of one call: with the notifications of a batch they fit into one commit. */
export const MAX_READERS = 300;

/** What may change of a notification; what is not given stays. */
export const NotificationUpdate = z.object({
  id: Id,
  actionUser: EmbeddedUser.optional(),
  ...messageFields,
  ...furtherFields,
  /** Those who have read it. Who has not received it is passed over. */
  readByUserIds: z.array(Id).max(MAX_READERS).optional(),
  /** `false`: it counts as unread again, except for `readByUserIds`. */
  persistReadForUsers: z.boolean().optional(),
});
export type NotificationUpdate = z.infer<typeof NotificationUpdate>;

/** What of an update says something else to all who have received the notification. */
export const CONTENT_CHANGES = Object.keys(NotificationUpdate.omit({ id: true, readByUserIds: true }).shape);
