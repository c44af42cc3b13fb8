import type { Mail, MailAddress } from "#domain/mail/mail";
import { headerText } from "#domain/mail/mail-address";
import type { ChannelMessage, MessageItem, MessageRecipient } from "#domain/notifications/channels/channel";
import type { NoticeSettings } from "#domain/notifications/notice-settings";
import { shortHash } from "#platform/crypto/short-hash";

/** Longest subject, in UTF-16 units. */
const MAX_SUBJECT = 200;

/** What a mail is made of. */
export interface MailParts {
  settings: NoticeSettings;
  message: ChannelMessage;
  /** The person, whose address has been checked. */
  recipient: MessageRecipient & { email: string };
  from: MailAddress;
  /** Where people find the thing; undefined where the API key has no template of addresses. */
  placeUrl(item: MessageItem): string | undefined;
  unsubscribeUrl?: string | undefined;
}

/** The mail of a message for one person. Nothing that people have written gets into its headers or its markup. */
export function composeMail({ message, recipient, from, placeUrl, unsubscribeUrl }: MailParts): Mail {
  const { items, organization } = message;
  const domain = from.address.slice(from.address.indexOf("@") + 1);
  const [first] = items;
  const thread = `${organization.organizationId}\n${first?.document.documentId}\n${first?.thread.annotationId}`;
  const root = `thread-${shortHash(thread)}@${domain}`;
  const text = items.map((item) => [item.headline, item.text, placeUrl(item)].filter(Boolean).join("\n")).join("\n\n");
  return {
    messageId: `${shortHash(message.messageId)}@${domain}`,
    ...(items.length === 1 && { inReplyTo: root, references: [root] }),
    from,
    to: { name: recipient.name, address: recipient.email },
    subject: headerText(first?.headline ?? "", MAX_SUBJECT),
    text,
    html: `<!doctype html><meta charset="utf-8"><pre>${escaped(text)}</pre>`,
    unsubscribeUrl,
  };
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
