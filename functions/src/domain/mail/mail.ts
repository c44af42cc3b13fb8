/** A mailbox and the name of its owner. */
export interface MailAddress {
  name?: string | undefined;
  /** As in `ada@example.com`. */
  address: string;
}

/** A mail to one person, ready to be sent. */
export interface Mail {
  /** `Message-ID` without its angle brackets: the same for every attempt to send the mail. */
  messageId: string;
  /** The message to which it replies, in the same form. */
  inReplyTo?: string | undefined;
  /** The messages before it in its thread, the oldest first. */
  references?: readonly string[] | undefined;
  from: MailAddress;
  to: MailAddress;
  /** One line of plain text. */
  subject: string;
  /** The body as plain text. */
  text: string;
  /** The body as an HTML document. */
  html: string;
  /** Where one POST without credentials unsubscribes from mails like this one (RFC 8058). */
  unsubscribeUrl?: string | undefined;
  /** The people whom the mail concerns; no transport sends this field. */
  about?: MailSubjects | undefined;
}

/** The ids by which a kept mail is found when a person's data is read or deleted. */
interface MailSubjects {
  organizationId: string;
  /** The recipient. */
  userId: string;
  /** The people whose words it quotes. */
  actorIds: readonly string[];
}
