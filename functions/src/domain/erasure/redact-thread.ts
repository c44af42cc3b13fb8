import type { Thread, ThreadComment } from "#domain/comments/thread";
import { type DataSubjects, DELETED_USER, isDataSubject, redactRecord, redactText, redactWord } from "./redact-user.ts";

/**
 * Removes the data subjects from a thread: their comments, reactions, mentions, assignments, statuses and views.
 * @returns undefined when nothing that others have written is left.
 */
export function redactThread(thread: Thread, subjects: DataSubjects): Thread | undefined {
  const {
    comments,
    views,
    assignedTo,
    statusUpdatedByUserId,
    resolvedByUserId,
    resolvedByUser,
    visibility,
    subscribedUserIds,
    ...rest
  } = thread;
  const { userIds } = subjects;
  const otherComments = comments.filter(({ from }) => !userIds.has(from.userId));
  if (otherComments.length === 0 && (comments.length > 0 || userIds.has(thread.from.userId))) return undefined;
  return {
    ...redactRecord(rest, subjects),
    visibility: redactVisibility(visibility, userIds),
    ...(assignedTo && !isDataSubject(assignedTo, subjects) && { assignedTo }),
    ...(statusUpdatedByUserId !== undefined && !userIds.has(statusUpdatedByUserId) && { statusUpdatedByUserId }),
    ...(resolvedByUserId !== undefined && !userIds.has(resolvedByUserId) && { resolvedByUserId }),
    ...(resolvedByUser && !isDataSubject(resolvedByUser, subjects) && { resolvedByUser }),
    ...redactSubscribers(subscribedUserIds, userIds),
    views: new Map([...views].filter(([userId]) => !userIds.has(userId))),
    comments: otherComments.map((comment) => redactComment(comment, subjects)),
  };
}

function redactSubscribers(subscribed: readonly string[] = [], gone: ReadonlySet<string>) {
  const remainingIds = subscribed.filter((userId) => !gone.has(userId));
  return remainingIds.length > 0 ? { subscribedUserIds: remainingIds } : {};
}

/** Removes the data subjects from a visibility. A thread that only they could see is then visible to nobody. */
function redactVisibility(visibility: Thread["visibility"], gone: ReadonlySet<string>): Thread["visibility"] {
  if (!visibility.userIds?.some((userId) => gone.has(userId))) return visibility;
  const remainingIds = visibility.userIds.filter((userId) => !gone.has(userId));
  return { ...visibility, userIds: remainingIds.length > 0 ? remainingIds : [DELETED_USER.userId] };
}

/** Another user's comment without the data subjects: mentions of them and their reactions are removed. */
export function redactComment(comment: ThreadComment, subjects: DataSubjects): ThreadComment {
  const { taggedUserContacts = [], reactionAnnotations = [], commentText, commentHtml } = comment;
  const isTagged = ({ userId, contact }: (typeof taggedUserContacts)[number]) =>
    subjects.userIds.has(userId) || subjects.userIds.has(contact.userId);
  // The text of a mention, such as `@Ada`; a single character is too ambiguous.
  const mentions = taggedUserContacts.filter(isTagged).flatMap(({ text = "" }) => (text.length > 1 ? [text] : []));
  const untagged = (text: string) => mentions.reduce(redactWord, redactText(text, subjects));
  const redacted = {
    ...comment,
    ...(commentText !== undefined && { commentText: untagged(commentText) }),
    ...(commentHtml !== undefined && { commentHtml: untagged(commentHtml) }),
    ...(comment.taggedUserContacts && { taggedUserContacts: taggedUserContacts.filter((tag) => !isTagged(tag)) }),
    ...(comment.reactionAnnotations && {
      reactionAnnotations: reactionAnnotations.filter(({ from }) => !isDataSubject(from, subjects)),
    }),
  };
  return redactRecord(redacted, subjects);
}
