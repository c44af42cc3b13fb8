import * as z from "zod";
import { Comment, CommentId, ReactionAnnotation } from "#domain/comments/comment";
import { NoticeDelivery } from "#domain/notifications/notice-delivery";
import { Notification } from "#domain/notifications/notification";
import { Recording } from "#domain/recordings/recording";

const origin = { organizationId: z.string(), documentId: z.string(), commentAnnotationId: z.string() };

/** A mail that is kept instead of being sent. */
const KeptMail = z.object({
  organizationId: z.string(),
  /** When the mail was written, in ms since 1970. */
  time: z.number(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
});
export type KeptMail = z.infer<typeof KeptMail>;

/** A user's comments, reactions, recordings, notifications and mails (docs/behaviour.md#erasure). */
export const UserData = z.object({
  comments: z.array(Comment.extend(origin)),
  reactions: z.array(ReactionAnnotation.extend({ ...origin, commentId: CommentId })),
  recordings: z.array(Recording),
  notifications: z.array(Notification),
  /** The outcome of notifications for the user, including those still waiting. */
  notificationDeliveries: z.array(NoticeDelivery.extend({ organizationId: z.string() })),
  /** Mails to the user, if the server keeps them instead of sending them. */
  mails: z.array(KeptMail),
  /** As sent in the request. */
  uniqueId: z.string().optional(),
});
