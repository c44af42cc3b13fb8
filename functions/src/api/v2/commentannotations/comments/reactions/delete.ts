import * as z from "zod";
import { CommentId, ReactionAnnotation } from "#domain/comments/comment";
import { notificationField, threadFields } from "#domain/comments/comment-selection";
import { countReactions, deleteReaction } from "#domain/comments/reactions";
import { transactThread } from "#domain/comments/store/threads";
import { asksToNotify, withNotices } from "#domain/notifications/store/notice-settings";
import { documentOf } from "#http/auth/user-rule";
import { endpoint } from "#http/endpoint";
import { Id } from "#platform/shapes/fields";

export default endpoint({
  path: "/v2/commentannotations/comments/reactions/delete",
  auth: "apiKey",
  user: { action: "write", on: documentOf, self: ["userId"] },
  kind: "write",
  audit: false,
  exemptFromQuota: true,
  emits: ["comment.reaction_delete"],
  summary:
    "Delete one reaction of a user from a comment. Deleting a reaction that does not exist changes nothing. With a user token, users delete only their own reactions.",
  input: z.object({
    ...threadFields,
    commentId: CommentId,
    icon: ReactionAnnotation.shape.icon,
    userId: Id,
    ...notificationField,
  }),
  output: z.object({ reactionCount: z.number() }),
  cost: { reads: 2, writes: 1, trips: 2, byUser: { reads: 9, writes: 1, trips: 3 } },
  example: {
    organizationId: "acme",
    documentId: "homepage",
    annotationId: "ann-1",
    commentId: 2,
    icon: "heart",
    userId: "ada",
  },
  async handle(keyCall, { commentId, icon, userId, triggerNotification, ...place }) {
    const call = withNotices(keyCall, asksToNotify(keyCall, { triggerNotification }));
    const thread = await transactThread(call, place, (one) =>
      deleteReaction(one, commentId, { icon, userId }, call.now()),
    );
    return {
      message: "Reaction deleted successfully.",
      data: { reactionCount: countReactions(thread, commentId) },
    };
  },
});
