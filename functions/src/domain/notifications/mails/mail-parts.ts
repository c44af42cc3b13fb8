import type { MailAddress } from "#domain/mail/mail";
import type { ChannelMessage, MessageItem, MessageRecipient } from "#domain/notifications/channels/channel";
import type { MailTemplates } from "./built-in-templates.ts";

/** What a mail is made of. */
export interface MailParts {
  message: ChannelMessage;
  /** The person, whose address has been checked. */
  recipient: MessageRecipient & { email: string };
  /** Its name is that of the company. */
  from: MailAddress;
  /** Where people find the thing; undefined where the API key has no template of addresses. */
  placeUrl(item: MessageItem): string | undefined;
  unsubscribeUrl?: string | undefined;
  /** What replaces built-in templates. */
  templates?: Partial<MailTemplates> | undefined;
}
