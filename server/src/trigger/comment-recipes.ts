import type { CommentAnnotationChange } from "@atrium/client";
import type { EventType } from "@atrium/functions/domain/events/types";
import { author, type DemoCalls, document, type Recipe, reader, succeeded } from "./demo-calls.ts";

type CommentEvent = Extract<EventType, `comment.${string}` | `comment_annotation.${string}`>;

const where = `${document.documentId} of ${document.organizationId}`;
const reaction = { icon: "thumbs-up", from: reader };

/** A recipe that creates a thread and changes it. */
function changing(sentence: string, ...changes: CommentAnnotationChange[]): Recipe {
  return async (demo) => `${sentence}: thread ${await demo.changedThread(...changes)} in ${where}.`;
}

/** A new thread and the id of its comment. */
async function newComment(demo: DemoCalls) {
  const thread = await demo.newThread();
  const [comment] = (await demo.atrium.commentannotations.comments.get(thread)).data;
  return { thread, commentId: Number(comment?.commentId) };
}

/** Events of comments and their threads. */
export const commentRecipes: { [event in CommentEvent]: Recipe } = {
  "comment_annotation.add": async (demo) => `Added the thread ${(await demo.newThread()).annotationId} to ${where}.`,
  "comment_annotation.assign": changing("Assigned", { assignedTo: reader }),
  "comment_annotation.status_change": changing("Resolved", {
    status: { id: "RESOLVED", name: "Resolved", type: "terminal" },
    statusUpdatedByUserId: author.userId,
  }),
  "comment_annotation.priority_change": changing("Made urgent", { priority: { id: "P0", name: "Urgent" } }),
  "comment_annotation.custom_list_change": changing("Labelled", { customList: [{ id: "price", label: "Price" }] }),
  "comment_annotation.subscribe": changing("Subscribed a reader", { subscribeUserIds: [reader.userId] }),
  "comment_annotation.unsubscribe": changing(
    "Unsubscribed a reader",
    { subscribeUserIds: [reader.userId] },
    { unsubscribeUserIds: [reader.userId] },
  ),
  "comment_annotation.accept": changing("Accepted", { moderation: "accepted" }),
  "comment_annotation.reject": changing("Rejected", { moderation: "rejected" }),
  "comment_annotation.approve": changing("Approved", { moderation: "approved" }),
  "comment_annotation.suggestion_accept": changing("Accepted a suggestion", {
    suggestion: { summary: "A lower price", status: "accepted" },
  }),
  "comment_annotation.suggestion_reject": changing("Rejected a suggestion", {
    suggestion: { summary: "A higher price", status: "rejected" },
  }),
  "comment.add": async (demo) => {
    const thread = await demo.newThread();
    const commentData = [{ commentText: "Yes, it is.", from: reader }];
    await demo.atrium.commentannotations.comments.add({ ...thread, commentData });
    return `Answered in the new thread ${thread.annotationId} in ${where}.`;
  },
  "comment.update": async (demo) => {
    const { thread, commentId } = await newComment(demo);
    const updatedData = { commentText: "Is this the final price, with tax?" };
    succeeded(
      (await demo.atrium.commentannotations.comments.update({ ...thread, commentIds: [commentId], updatedData })).data,
    );
    return `Changed the comment of thread ${thread.annotationId} in ${where}.`;
  },
  "comment.delete": async (demo) => {
    const { thread, commentId } = await newComment(demo);
    succeeded((await demo.atrium.commentannotations.comments.delete({ ...thread, commentIds: [commentId] })).data);
    return `Deleted the comment of thread ${thread.annotationId} in ${where}.`;
  },
  "comment.reaction_add": async (demo) => {
    const { thread, commentId } = await newComment(demo);
    await demo.atrium.commentannotations.comments.reactions.add({ ...thread, commentId, reaction });
    return `Reacted in thread ${thread.annotationId} in ${where}.`;
  },
  "comment.reaction_delete": async (demo) => {
    const { thread, commentId } = await newComment(demo);
    const { reactions } = demo.atrium.commentannotations.comments;
    await reactions.add({ ...thread, commentId, reaction });
    await reactions.delete({ ...thread, commentId, icon: reaction.icon, userId: reader.userId });
    return `Removed a reaction in thread ${thread.annotationId} in ${where}.`;
  },
};
