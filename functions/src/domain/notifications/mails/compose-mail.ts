import type { Mail } from "#domain/mail/mail";
import { headerText } from "#domain/mail/mail-address";
import type { ChannelMessage, MessageItem } from "#domain/notifications/channels/channel";
import { nameOf, oneLine } from "#domain/notifications/message-text";
import { readableText } from "#domain/notifications/notice-text";
import { shortHash } from "#platform/crypto/short-hash";
import { escapeHtml, renderTemplate } from "#platform/text/template";
import { builtInTemplates } from "./built-in-templates.ts";
import type { MailParts } from "./mail-parts.ts";
import { mailValues } from "./mail-values.ts";
import { shortened } from "./shortened.ts";

/** Maximum lengths of a subject and of a sender's name, in UTF-16 units. */
const MAX_SUBJECT = 150;
const MAX_NAME = 100;
/** How much of the document's name and of the first comment the subject of a thread quotes, in UTF-16 units. */
const MAX_QUOTE = 70;

/** The mail of a message for one person. What people have written can inject neither headers nor markup. */
export function composeMail(parts: MailParts): Mail {
  const { message, recipient, from, unsubscribeUrl } = parts;
  const templates = { ...builtInTemplates, ...parts.templates };
  const domain = from.address.slice(from.address.indexOf("@") + 1);
  const root = rootOf(message);
  const subject = headerText(subjectOf(message.items, root !== undefined), MAX_SUBJECT);
  const values = mailValues(parts, { subject, title: titleOf(message.items) });
  return {
    messageId: `${shortHash(message.messageId)}@${domain}`,
    ...(root !== undefined && { inReplyTo: `${root}@${domain}`, references: [`${root}@${domain}`] }),
    from: { ...from, name: senderOf(message.items, from.name) },
    to: { name: recipient.name, address: recipient.email },
    subject,
    text: renderTemplate(templates.text, values, (text) => text),
    html: renderTemplate(templates.html, values, escapeHtml),
    unsubscribeUrl,
  };
}

/**
 * The message to which all mails of a thread reply, so that mail programs group them; undefined for several threads.
 */
function rootOf({ items, organization }: ChannelMessage): string | undefined {
  const threads = new Set(
    items.map(({ document, thread }) =>
      [organization.organizationId, document.documentId, thread.annotationId].join("\n"),
    ),
  );
  const [thread] = threads;
  return threads.size === 1 && thread !== undefined ? `thread-${shortHash(thread)}` : undefined;
}

/** The same for all mails of a thread, because mail programs group only mails whose subjects match. */
function subjectOf(items: readonly MessageItem[], isOneThread: boolean): string {
  const [first] = items;
  if (!first) return "";
  if (!isOneThread) return titleOf(items);
  const opening = first.thread.comments.map(readableText).find(Boolean);
  return `${shortened(nameOf(first), MAX_QUOTE)}: ${opening ? shortened(opening, MAX_QUOTE) : "a thread"}`;
}

function titleOf(items: readonly MessageItem[]): string {
  const [first] = items;
  if (!first) return "";
  if (items.length === 1) return oneLine(first.headline);
  const documents = new Set(items.map(({ document }) => document.documentId)).size;
  return `${items.length} updates in ${documents === 1 ? nameOf(first) : `${documents} documents`}`;
}

/** The name of the sender: who caused the events, if that is one person, and the company. */
function senderOf(items: readonly MessageItem[], company: string | undefined): string | undefined {
  const names = new Set(items.map(({ actionUser }) => actionUser.name || actionUser.userId));
  const [name] = names;
  if (names.size !== 1 || name === undefined) return company;
  return headerText(company ? `${shortened(name, MAX_NAME / 2)} via ${company}` : name, MAX_NAME);
}
