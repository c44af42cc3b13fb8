import type { MailAddress } from "#domain/mail/mail";
import type { ChannelMessage, MessageItem, MessageRecipient } from "#domain/notifications/channels/channel";
import type { MailTemplates } from "./built-in-templates.ts";

/** The parts from which a mail is composed. */
export interface MailParts {
  message: ChannelMessage;
  /** The person who receives it, whose address has been checked. */
  recipient: MessageRecipient & { email: string };
  /** The sender's address, with the company's name. */
  from: MailAddress;
  /** Where people find the thing; undefined if the API key has no URL template. */
  placeUrl(item: MessageItem): string | undefined;
  unsubscribeUrl?: string | undefined;
  /** Templates that replace built-in ones. */
  templates?: Partial<MailTemplates> | undefined;
}
