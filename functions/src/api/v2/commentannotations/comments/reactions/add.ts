import * as z from "zod";
import { CommentId, ReactionAnnotation } from "#domain/comments/comment";
import { notificationField, threadFields } from "#domain/comments/comment-selection";
import { addReaction, countReactions } from "#domain/comments/reactions";
import { transactThread } from "#domain/comments/store/threads";
import { asksToNotify, withNotices } from "#domain/notifications/store/notice-settings";
import { documentOf } from "#http/auth/user-rule";
import { endpoint } from "#http/endpoint";

export default endpoint({
  path: "/v2/commentannotations/comments/reactions/add",
  auth: "apiKey",
  user: {
    action: "write",
    on: documentOf,
    author: ["reaction.from"],
    times: ["reaction.createdAt", "reaction.lastUpdated"],
  },
  kind: "write",
  audit: false,
  emits: ["comment.reaction_add"],
  summary:
    "Add one reaction to a comment; its other reactions stay. A user can add each icon once: adding it again changes nothing. With a user token, users add only their own reactions.",
  input: z.object({ ...threadFields, commentId: CommentId, reaction: ReactionAnnotation, ...notificationField }),
  output: z.object({ reactionCount: z.number() }),
  cost: { reads: 2, writes: 1, trips: 2, byUser: { reads: 9, writes: 1, trips: 3 } },
  example: {
    organizationId: "acme",
    documentId: "homepage",
    annotationId: "headline",
    commentId: 1,
    reaction: { icon: "thumbs-up", from: { userId: "ada", name: "Ada Lovelace" } },
  },
  async handle(keyCall, { commentId, reaction, triggerNotification, ...place }) {
    const call = withNotices(keyCall, asksToNotify(keyCall, { triggerNotification }));
    const thread = await transactThread(call, place, (one) => addReaction(one, commentId, reaction, call.now()));
    return {
      message: "Reaction added successfully.",
      data: { reactionCount: countReactions(thread, commentId) },
    };
  },
});
