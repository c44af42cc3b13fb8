import * as z from "zod";
import { Comment, CommentId, ReactionAnnotation } from "#domain/comments/comment";
import { Notification } from "#domain/notifications/notification";
import { Recording } from "#domain/recordings/recording";

const origin = { organizationId: z.string(), documentId: z.string(), commentAnnotationId: z.string() };

/** A user's comments, reactions, recordings and notifications (docs/behaviour.md#erasure). */
export const UserData = z.object({
  comments: z.array(Comment.extend(origin)),
  reactions: z.array(ReactionAnnotation.extend({ ...origin, commentId: CommentId })),
  recordings: z.array(Recording),
  notifications: z.array(Notification),
  /** As it was sent. */
  uniqueId: z.string().optional(),
});
