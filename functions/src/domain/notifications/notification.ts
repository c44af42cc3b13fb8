import * as z from "zod";
import { LocationId, ThreadLocation } from "#domain/comments/comment-annotation";
import { EmbeddedUser } from "#platform/shapes/embedded-user";
import { Id, removable } from "#platform/shapes/fields";
import { FreeObject, shallow } from "#platform/shapes/free-json";
import { MAX_ID_BYTES, MAX_ITEMS } from "#platform/shapes/limits";

/** Maximum size of a notification's content, in bytes of JSON: it is stored in one document. */
export const MAX_NOTIFICATION_BYTES = 900_000;

/** Id of a new notification: letters and digits of ASCII, `_` and `-`. */
export const NotificationId = z
  .string()
  .min(1)
  .max(MAX_ID_BYTES)
  .regex(/^[A-Za-z0-9_-]*$/, "must have only letters, digits, `_` and `-`.");

/**
 * Id of any notification: that of one about a thread has a colon between a part for the thread and one for the event.
 */
export const AnyNotificationId = z
  .string()
  .min(1)
  .max(MAX_ID_BYTES)
  .regex(/^[A-Za-z0-9_-]*(:[A-Za-z0-9_-]+)?$/, "must have only letters, digits, `_` and `-`, and one colon at most.");

/** The origin of a notification. @openapi */
export const NotificationSource = z.enum(["custom", "comment", "huddle", "crdt"]);

/** Values of template variables: the two users, and the customer's own texts. @openapi */
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

/** What a notification is about, in fields of the customer's own. `access` is returned and hides it from nobody. @openapi */
export const NotificationContext = z
  .looseObject({
    access: z.record(z.string(), z.union([z.string(), z.number()], "must be a string or a number.")).optional(),
  })
  .check(shallow);

/** Fields for the text of a notification in v1. */
export const messageFields = {
  displayHeadlineMessageTemplate: z.string().min(1).optional(),
  displayHeadlineMessageTemplateData: TemplateData.optional(),
  displayBodyMessage: z.string().min(1).optional(),
  notificationSourceData: FreeObject.optional(),
};

/** Further fields in v2. */
export const furtherFields = {
  displayBodyMessageTemplate: z.string().min(1).optional(),
  displayBodyMessageTemplateData: TemplateData.optional(),
  notificationSource: NotificationSource.optional(),
  context: NotificationContext.optional(),
  metadata: FreeObject.optional(),
};

/** Users who are directly involved. The list may be empty; `notifyAll` adds further recipients. */
export const NotifyUsers = z.array(EmbeddedUser).max(MAX_ITEMS);

/** The content of a notification, the same for all recipients. */
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

/** The texts of a notification as people read them. Variables whose values depend on who views it remain. */
export const Messages = z.object({
  displayHeadlineMessage: z.string().optional(),
  displayBodyMessage: z.string().optional(),
  /** Set if a text is longer than 10,000 characters and was cut. */
  isTruncated: z.literal(true).optional(),
});
export type Messages = z.infer<typeof Messages>;

/** A notification as returned. `isRead` and `readAt` (ms) are set in the list of one user. */
export const Notification = NotificationContent.extend({
  id: z.string(),
  /** `custom`, unless another value was sent or an event has caused the notification. */
  notificationSource: NotificationSource,
  /** Milliseconds since 1970. */
  timestamp: z.number(),
  /** Its texts, in which the variables of its templates are replaced by the values of its data. */
  messages: Messages,
  /** The customer's own fields, and `apiKey`, `organizationId` and `documentId`. */
  metadata: z.record(z.string(), z.unknown()),
  isRead: z.boolean().optional(),
  readAt: z.number().optional(),
  /** In the list of one user: the unread notifications of the same thread, the oldest first; this one is the last. */
  unreadIds: z.array(z.string()).optional(),
});
export type Notification = z.infer<typeof Notification>;

/** Selects notifications of an organization; omitted fields do not restrict the selection. */
export const selectionFields = {
  documentId: Id.optional(),
  locationId: LocationId.optional(),
  userId: Id.optional(),
};
export type NotificationSelection = {
  documentId?: string | undefined;
  locationId?: string | number | undefined;
  /** The user whose inbox contains the notification. */
  userId?: string | undefined;
};

/** Maximum number of readers in one call: with the notifications of a batch they fit into one commit. */
export const MAX_READERS = 300;

/** A change of a notification: omitted fields stay as they are, `null` removes one. */
export const NotificationUpdate = z.object({
  id: Id,
  actionUser: EmbeddedUser.optional(),
  ...removable({ ...messageFields, ...furtherFields }),
  /** Users who have read the notification. Users who have not received it are skipped. */
  readByUserIds: z.array(Id).max(MAX_READERS).optional(),
  /** `false` marks the notification as unread again, except for `readByUserIds`. */
  persistReadForUsers: z.boolean().optional(),
});
export type NotificationUpdate = z.infer<typeof NotificationUpdate>;

/** Fields of an update that change the notification for all recipients. */
export const CONTENT_CHANGES = Object.keys(NotificationUpdate.omit({ id: true, readByUserIds: true }).shape);
