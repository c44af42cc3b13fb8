import type { Thread, ThreadComment } from "#domain/comments/thread";
import { DELETED_USER, type Forgotten, isForgotten, redactRecord, redactText, redactWord } from "./redact-user.ts";

/**
 * A thread without the forgotten: their comments and reactions go, and so do mentions, assignment, statuses and views.
 * @returns undefined when nothing of another is left of it.
 */
export function redactThread(thread: Thread, forgotten: Forgotten): Thread | undefined {
  const { comments, views, assignedTo, statusUpdatedByUserId, resolvedByUserId, resolvedByUser, visibility, ...rest } =
    thread;
  const { userIds } = forgotten;
  const kept = comments.filter(({ from }) => !userIds.has(from.userId));
  if (kept.length === 0 && (comments.length > 0 || userIds.has(thread.from.userId))) return undefined;
  return {
    ...redactRecord(rest, forgotten),
    visibility: redactVisibility(visibility, userIds),
    ...(assignedTo && !isForgotten(assignedTo, forgotten) && { assignedTo }),
    ...(statusUpdatedByUserId !== undefined && !userIds.has(statusUpdatedByUserId) && { statusUpdatedByUserId }),
    ...(resolvedByUserId !== undefined && !userIds.has(resolvedByUserId) && { resolvedByUserId }),
    ...(resolvedByUser && !isForgotten(resolvedByUser, forgotten) && { resolvedByUser }),
    views: new Map([...views].filter(([userId]) => !userIds.has(userId))),
    comments: kept.map((comment) => redactComment(comment, forgotten)),
  };
}

/** A thread that only they could see is to be seen by nobody. */
function redactVisibility(visibility: Thread["visibility"], gone: ReadonlySet<string>): Thread["visibility"] {
  if (!visibility.userIds?.some((userId) => gone.has(userId))) return visibility;
  const left = visibility.userIds.filter((userId) => !gone.has(userId));
  return { ...visibility, userIds: left.length > 0 ? left : [DELETED_USER.userId] };
}

function redactComment(comment: ThreadComment, forgotten: Forgotten): ThreadComment {
  const { taggedUserContacts = [], reactionAnnotations = [], commentText, commentHtml } = comment;
  const isTagged = ({ userId, contact }: (typeof taggedUserContacts)[number]) =>
    forgotten.userIds.has(userId) || forgotten.userIds.has(contact.userId);
  // What a mention looks like in the text, such as `@Ada`; a single character may be anything.
  const mentions = taggedUserContacts.filter(isTagged).flatMap(({ text = "" }) => (text.length > 1 ? [text] : []));
  const untagged = (text: string) => mentions.reduce(redactWord, redactText(text, forgotten));
  const redacted = {
    ...comment,
    ...(commentText !== undefined && { commentText: untagged(commentText) }),
    ...(commentHtml !== undefined && { commentHtml: untagged(commentHtml) }),
    ...(comment.taggedUserContacts && { taggedUserContacts: taggedUserContacts.filter((tag) => !isTagged(tag)) }),
    ...(comment.reactionAnnotations && {
      reactionAnnotations: reactionAnnotations.filter(({ from }) => !isForgotten(from, forgotten)),
    }),
  };
  return redactRecord(redacted, forgotten);
}
