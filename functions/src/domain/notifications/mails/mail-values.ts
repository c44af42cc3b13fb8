import type { ThreadComment } from "#domain/comments/thread";
import { headerText } from "#domain/mail/mail-address";
import type { MessageItem } from "#domain/notifications/channels/channel";
import { linesOf, nameOf, oneLine } from "#domain/notifications/message-text";
import { readableText } from "#domain/notifications/notice-text";
import type { TemplateValues } from "#platform/text/template";
import type { MailParts } from "./mail-parts.ts";
import { shortened } from "./shortened.ts";

/** Maximum number of items that a mail shows; it says how many more there are. */
const MAX_ITEMS = 30;
/** Maximum length of a comment's text, in UTF-16 units. */
const MAX_TEXT = 2000;
/** Maximum number of earlier comments of the thread shown before a new one, and maximum length of each. */
const MAX_BEFORE = 2;
const MAX_BEFORE_TEXT = 300;
/** Maximum length of the preview, in UTF-16 units. */
const MAX_PREVIEW = 120;
/** Maximum length of a document's name on its button, in UTF-16 units. */
const MAX_LABEL = 40;

/** The variables of a mail about events: the names that templates may use, and what they mean. */
export const mailVariables = {
  subject: "The subject.",
  title: "What happened in one line.",
  preview: "The first words, which mail programs show beside the subject.",
  company: "The company name of the e-mail configuration; empty if there is none.",
  recipient: "The name of the person who receives the mail.",
  organization: "The name of the organization, or its id.",
  reason: "Why the person receives it, to follow `because`.",
  unsubscribeUrl: "Where the person unsubscribes from such mails; missing if there is no such page.",
  more: "How many further events the mail leaves out; missing if there are none.",
  documents: "A section for each document.",
  name: "In `documents`: the name of the document, or its id.",
  shortName: "In `documents`: the same, shortened for a button.",
  url: "In `documents`: where people find what happened; missing without a `documentUrl`.",
  threads: "In `documents`: a section for each thread.",
  context:
    "In `threads`: a section for each of the last comments before the new one or, if the thread itself has changed, for its first comment.",
  author: "In `context`: who wrote the comment.",
  entries: "In `threads`: a section for each event.",
  isDigest: "Whether the mail is about several events.",
  headline: "In `entries`: who did what.",
  actor: "In `entries`: who did it.",
  time: "In `entries`: when, in UTC.",
  hasLines: "In `entries`: whether there are `lines`.",
  lines: "In `context` and `entries`: a section for each line of the comment.",
  line: "In `lines`: the text of the line.",
} as const;

/** The values of those variables. */
export function mailValues(parts: MailParts, { subject, title }: { subject: string; title: string }): TemplateValues {
  const { message, recipient, from, unsubscribeUrl } = parts;
  const items = message.items.slice(0, MAX_ITEMS);
  const more = message.items.length - items.length;
  const [first] = items;
  const byDocument = Map.groupBy(items, ({ document }) => document.documentId);
  const { organizationId, data } = message.organization;
  return {
    subject,
    title,
    preview: headerText(first?.text ?? first?.headline ?? "", MAX_PREVIEW),
    company: from.name ?? "",
    recipient: oneLine(recipient.name || recipient.userId),
    organization: oneLine(data.organizationName || organizationId),
    reason: items.some(({ isDirect }) => isDirect)
      ? "somebody mentioned you, assigned something to you or replied to you"
      : "you take part in the thread or follow it",
    ...(unsubscribeUrl !== undefined && { unsubscribeUrl }),
    ...(more > 0 && { more }),
    isDigest: message.items.length > 1,
    documents: Array.from(byDocument.values(), (ofDocument) => documentValues(ofDocument, parts)),
  };
}

function documentValues(items: readonly MessageItem[], { placeUrl }: MailParts): TemplateValues {
  const last = items.at(-1);
  const name = last ? nameOf(last) : "";
  const url = last && placeUrl(last);
  const byThread = Map.groupBy(items, ({ thread }) => thread.annotationId);
  return {
    name,
    shortName: shortened(name, MAX_LABEL),
    ...(url !== undefined && { url }),
    threads: Array.from(byThread.values(), threadValues),
  };
}

function threadValues(items: readonly MessageItem[]): TemplateValues {
  return {
    context: contextOf(items),
    entries: items.map(({ headline, actionUser, timestamp, text }) => {
      const lines = lineValues(text, MAX_TEXT);
      const hasLines = lines.length > 0;
      const actor = oneLine(actionUser.name || actionUser.userId);
      return { headline: oneLine(headline), actor, time: timeText(timestamp), hasLines, lines };
    }),
  };
}

/**
 * Ids of the people whose words or names a mail about these items contains: who acted, and whose comments it quotes.
 */
export function peopleInMail(items: readonly MessageItem[]): string[] {
  const people = items.flatMap((item) => {
    const comments = [...item.thread.comments.slice(0, 1), ...commentsBefore(item)];
    return [item.actionUser, ...comments.map(({ from }) => from)].map(({ userId }) => userId);
  });
  return [...new Set(people)];
}

/**
 * The comments right before the new one, so that a reader knows what it replies to. For a change of the thread itself,
 * such as a new status, the comment that begins the thread.
 */
function commentsBefore({ commentId, text, thread: { comments } }: MessageItem): readonly ThreadComment[] {
  if (commentId === undefined && text === undefined) return comments.slice(0, 1);
  const at = comments.findIndex((comment) => comment.commentId === commentId);
  return comments.slice(Math.max(0, at - MAX_BEFORE), Math.max(0, at));
}

function contextOf([first]: readonly MessageItem[]): TemplateValues[] {
  return (first ? commentsBefore(first) : [])
    .map((comment) => ({
      author: oneLine(comment.from.name || comment.from.userId),
      lines: lineValues(readableText(comment), MAX_BEFORE_TEXT),
    }))
    .filter(({ lines }) => lines.length > 0);
}

function lineValues(text: string | undefined, maxLength: number): { line: string }[] {
  return linesOf(text, maxLength).map((line) => ({ line }));
}

const timeFormat = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });

function timeText(time: number): string {
  return `${timeFormat.format(time)} UTC`;
}
