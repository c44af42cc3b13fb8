import * as z from "zod";
import { actor, ada, event, lin, Person } from "./event.ts";

const Status = z.looseObject({
  id: z.string(),
  name: z.string().optional(),
  type: z.string().optional(),
  color: z.string().optional(),
  lightColor: z.string().optional(),
});
const Priority = z.looseObject({
  id: z.string(),
  name: z.string().optional(),
  color: z.string().optional(),
  lightColor: z.string().optional(),
});
const Comment = z.looseObject({
  commentId: z.number(),
  commentText: z.string().optional(),
  from: Person.optional(),
  taggedUserContacts: z.array(z.looseObject({ userId: z.string() })).optional(),
  /** The text is too long for an event; fetch it with comments/get. */
  isTruncated: z.literal(true).optional(),
});
const Reaction = z.looseObject({ icon: z.string().optional(), from: Person.optional() });

/** The thread after the event, as commentannotations/get returns it; a deleted thread as it was before. */
const EventThread = z.looseObject({
  annotationId: z.string(),
  documentId: z.string(),
  from: Person,
  status: Status,
  visibility: z.looseObject({ type: z.string() }),
  comments: z.array(Comment),
  /** The thread is too large for an event; fetch it with commentannotations/get. */
  isTruncated: z.literal(true).optional(),
});

/** Fields of all events of a thread. `visibility` is set for a thread that not everyone sees. */
const inThread = {
  ...actor,
  annotationId: z.string(),
  commentAnnotation: EventThread,
  visibility: z.looseObject({ type: z.string() }).optional(),
};
const thread = { ...inThread, status: Status.optional(), assignedTo: Person.optional() };
const open = { id: "OPEN", name: "Open", type: "default", color: "#2563EB", lightColor: "#DBEAFE" };
const resolved = { id: "RESOLVED", name: "Resolved", type: "terminal", color: "#16A34A", lightColor: "#DCFCE7" };
const at = 1767603600000;
const shortComment = { commentId: at, commentText: "Could this be shorter?", from: ada };
const targetComment = { ...shortComment, createdAt: at, lastUpdated: "2026-01-05T09:00:00.000Z", reactionCount: 0 };
const commentAnnotation = {
  annotationId: "ann_1",
  documentId: "homepage",
  from: ada,
  status: open,
  type: "comment",
  commentType: "manual",
  sourceType: "rest-api",
  visibility: { type: "public" },
  visibilityConfig: { type: "public", userIds: [] },
  viewedByUserIds: [],
  createdAt: at,
  lastUpdated: at,
  comments: [targetComment],
};
const threadReference = { annotationId: "ann_1", actionUser: ada, commentAnnotation };
/** `actionUser` is set if only one user subscribed or unsubscribed. */
const subscription = { ...thread, userIds: z.array(z.string()) };
const moderated = { ...thread, moderation: z.string() };
const suggestion = { suggestion: z.looseObject({ status: z.string().optional() }).optional() };

/** Events of comment threads and of single comments. */
export const commentEvents = {
  "comment_annotation.add": event(
    "A comment thread was added, with its first comments.",
    { ...thread, comments: z.array(Comment), targetComment: Comment.optional() },
    { ...threadReference, status: open, comments: [shortComment], targetComment },
  ),
  "comment_annotation.assign": event(
    "A thread was assigned to a user, or its assignee was removed.",
    { ...thread, assignedTo: Person.nullable() },
    { ...threadReference, assignedTo: lin },
  ),
  "comment_annotation.status_change": event(
    "The status of a thread changed.",
    { ...thread, oldStatus: Status.optional(), newStatus: Status },
    { ...threadReference, oldStatus: open, newStatus: resolved },
  ),
  "comment_annotation.priority_change": event(
    "The priority of a thread was changed or removed.",
    { ...thread, newPriority: Priority.nullable() },
    { ...threadReference, newPriority: { id: "P0", name: "Urgent" } },
  ),
  "comment_annotation.custom_list_change": event(
    "The custom list of a thread changed.",
    { ...thread, customList: z.array(z.looseObject({ id: z.string() })) },
    { ...threadReference, customList: [{ id: "design", label: "Design" }] },
  ),
  "comment_annotation.subscribe": event("Users subscribed to a thread.", subscription, {
    ...threadReference,
    userIds: ["ada"],
  }),
  "comment_annotation.unsubscribe": event("Users unsubscribed from a thread.", subscription, {
    ...threadReference,
    userIds: ["ada"],
  }),
  "comment_annotation.accept": event("A moderator accepted a thread.", moderated, {
    ...threadReference,
    moderation: "accepted",
  }),
  "comment_annotation.reject": event("A moderator rejected a thread.", moderated, {
    ...threadReference,
    moderation: "rejected",
  }),
  "comment_annotation.approve": event("A moderator approved a thread.", moderated, {
    ...threadReference,
    moderation: "approved",
  }),
  "comment_annotation.suggestion_accept": event(
    "A suggestion was accepted.",
    { ...thread, ...suggestion },
    { ...threadReference, suggestion: { status: "accepted" } },
  ),
  "comment_annotation.suggestion_reject": event(
    "A suggestion was rejected.",
    { ...thread, ...suggestion },
    { ...threadReference, suggestion: { status: "rejected" } },
  ),
  "comment.add": event(
    "A comment was added to a thread.",
    { ...inThread, targetComment: Comment },
    { ...threadReference, targetComment },
  ),
  "comment.update": event(
    "A comment was changed.",
    { ...inThread, targetComment: Comment },
    { ...threadReference, targetComment: { ...targetComment, commentText: "Could this be half as long?" } },
  ),
  "comment.delete": event(
    "A comment was deleted; when a thread loses more than 200 at once, one event names all of them in `commentIds`.",
    {
      ...inThread,
      commentId: z.number().optional(),
      commentIds: z.array(z.number()).optional(),
      targetComment: Comment.optional(),
    },
    { ...threadReference, commentId: at, targetComment },
  ),
  "comment.reaction_add": event(
    "Somebody reacted to a comment.",
    { ...inThread, commentId: z.number(), reaction: Reaction, targetComment: Comment.optional() },
    { ...threadReference, commentId: at, targetComment, reaction: { icon: "👍", from: ada } },
  ),
  "comment.reaction_delete": event(
    "A reaction to a comment was removed.",
    { ...inThread, commentId: z.number(), reaction: Reaction, targetComment: Comment.optional() },
    { ...threadReference, commentId: at, targetComment, reaction: { icon: "👍", from: ada } },
  ),
};
