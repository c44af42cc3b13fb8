import type { Thread, ThreadComment } from "#domain/comments/thread";
import { phraseOf } from "#domain/events/basic-body";
import type { NoticeCause } from "#domain/events/notice-cause";
import type { EmbeddedUser } from "#platform/shapes/embedded-user";
import { textOfHtml } from "#platform/text/html-text";
import { commentsOf } from "./concerned.ts";
import type { NotificationContent } from "./notification.ts";

/** Maximum length of a comment's text in a notification, in UTF-16 units. */
const MAX_TEXT = 10_000;

/** The actor of a call that names none. */
const SOMEBODY = { userId: "unknown", name: "Somebody" };

/** The notification of an event, the same for everybody whom it concerns. */
export function contentOfCause(cause: NoticeCause, thread: Thread): NotificationContent {
  const { type, annotationId, commentId, detail } = cause;
  const actionUser = withName(cause.actor ?? SOMEBODY, thread);
  const [comment] = commentsOf(cause, thread);
  const text = comment && readableText(comment);
  const to = detail === undefined ? "" : ": {detail}";
  return {
    actionUser,
    displayHeadlineMessageTemplate: `{actionUser.name} ${cause.ended ? "deleted a thread" : phraseOf(type)}${to}`,
    displayHeadlineMessageTemplateData: { actionUser, ...(detail !== undefined && { detail }) },
    ...(text && { displayBodyMessage: text }),
    notificationSource: "comment",
    notificationSourceData: { event: type, annotationId, ...(commentId !== undefined && { commentId }) },
    ...(thread.location && { location: thread.location }),
    notifyUsers: [],
    notifyAll: false,
  };
}

/**
 * The text of a comment for people to read, with names in place of mentioned ids; undefined if the comment has no text.
 */
export function readableText({
  commentText,
  commentHtml = "",
  taggedUserContacts = [],
}: ThreadComment): string | undefined {
  const text = commentText || textOfHtml(commentHtml);
  if (!text) return undefined;
  const names = new Map(taggedUserContacts.map(({ userId, contact }) => [userId, contact.name || userId]));
  return (
    text
      .slice(0, MAX_TEXT)
      .replace(
        /\{\{([^{}\n]{1,500})\}\}/g,
        (_mention, id: string) => `@${names.get(id.trim()) ?? id.trim().replace(/^@/, "")}`,
      )
      .slice(0, MAX_TEXT)
      // The cut may have divided a pair of surrogates.
      .toWellFormed()
  );
}

/** The user with the name known from the thread, or with the id as the name if there is none. */
function withName({ userId, name, email }: EmbeddedUser, { from, assignedTo, comments }: Thread): EmbeddedUser {
  const participant = [from, assignedTo, ...comments.map((comment) => comment.from)].find(
    (user) => user?.userId === userId,
  );
  const address = email ?? participant?.email;
  return { userId, name: name || participant?.name || userId, ...(address !== undefined && { email: address }) };
}
