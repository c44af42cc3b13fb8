import { CommentInput, Moment } from "@atrium/functions/domain/comments/comment";
import {
  AnnotationId,
  CommentAnnotationInput,
  ThreadStatus,
} from "@atrium/functions/domain/comments/comment-annotation";
import { ContentKey, CrdtType, fitsItsType } from "@atrium/functions/domain/crdt/crdt";
import { AnyNotificationId, NotificationContent } from "@atrium/functions/domain/notifications/notification";
import { channels, Preference } from "@atrium/functions/domain/notifications/preference";
import { MAX_UNREAD } from "@atrium/functions/domain/notifications/store/inbox";
import { PresenceUser } from "@atrium/functions/domain/presence/presence";
import { EmbeddedUser } from "@atrium/functions/platform/shapes/embedded-user";
import { Id } from "@atrium/functions/platform/shapes/fields";
import { FreeJson, FreeObject } from "@atrium/functions/platform/shapes/free-json";
import * as z from "zod";

const onDocument = { organizationId: Id, documentId: Id };
const { commentData: _, ...thread } = CommentAnnotationInput.shape;

/** Records of collaboration on a document. A line replaces what is stored under its ids. */
export const collaborationShapes = {
  presence: PresenceUser.extend(onDocument),
  liveState: z.object({
    ...onDocument,
    liveStateDataId: Id,
    data: FreeObject,
    lastUpdated: Moment.optional(),
  }),
  crdt: z
    .object({
      ...onDocument,
      editorId: Id,
      type: CrdtType,
      contentKey: ContentKey.default("content"),
      data: FreeJson,
      lastUpdate: Moment.optional(),
      lastUpdatedBy: Id.optional(),
      /** Yjs client id that the service uses to edit the document. */
      client: z
        .int()
        .min(0)
        .max(2 ** 32 - 1)
        .optional(),
      /** The Yjs document; if it is missing, it is created from the content. */
      update: z.base64().optional(),
    })
    .check(fitsItsType),
  /** The import step validates the other fields, which are those of the recording itself. */
  recording: z.looseObject({
    ...onDocument,
    annotationId: AnnotationId,
    latestVersion: z.int().min(1).optional(),
    openFields: z.record(z.string(), z.json()).optional(),
  }),
  commentAnnotation: z.object({
    ...onDocument,
    ...thread,
    annotationId: AnnotationId,
    status: ThreadStatus.optional(),
    statusUpdatedByUserId: Id.optional(),
    resolvedByUserId: Id.optional(),
    resolvedByUser: EmbeddedUser.optional(),
    /** When each user last read it. */
    views: z.array(z.tuple([Id, Moment])).optional(),
    comments: z.array(CommentInput),
  }),
  notification: z.object({
    ...onDocument,
    notificationId: AnyNotificationId,
    timestamp: Moment.optional(),
    unreadSince: Moment.optional(),
    ...NotificationContent.shape,
    notifyUsers: z.array(EmbeddedUser).default([]),
    notifyAll: z.boolean().default(false),
  }),
  /** The other fields of an inbox entry are those of its notification. */
  inboxEntry: z.object({
    organizationId: Id,
    notificationId: AnyNotificationId,
    userId: Id,
    channels: z.array(z.enum(channels)).default(["inbox"]),
    readAt: Moment.optional(),
    /** For a thread: its unread notifications, oldest first. */
    unreadIds: z.array(AnyNotificationId).max(MAX_UNREAD).optional(),
    /** For a thread: when the event of the notification happened. */
    happenedAt: Moment.optional(),
  }),
  notificationPreference: z.object({
    organizationId: Id,
    documentId: Id.optional(),
    userId: Id,
    inbox: Preference.optional(),
    email: Preference.optional(),
    slack: Preference.optional(),
    /** `emailSetAt`: when `email` was set. `unsubscribedAt`: when the person unsubscribed with the link in a mail. */
    emailSetAt: Moment.optional(),
    unsubscribedAt: Moment.optional(),
  }),
};
