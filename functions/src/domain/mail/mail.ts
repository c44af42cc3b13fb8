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
  /** The message that it answers, likewise. */
  inReplyTo?: string | undefined;
  /** The messages before it in its thread, the oldest first. */
  references?: readonly string[] | undefined;
  from: MailAddress;
  to: MailAddress;
  /** One line of plain text. */
  subject: string;
  /** The body as plain text. */
  text: string;
  /** The body as a document of HTML. */
  html: string;
  /** Where one POST without credentials ends mails like this one (RFC 8058). */
  unsubscribeUrl?: string | undefined;
  /** Whom the mail concerns; no transport sends it. */
  about?: MailSubjects | undefined;
}

/** By what a kept mail is found when a person's data is read or deleted. */
interface MailSubjects {
  organizationId: string;
  /** The recipient. */
  userId: string;
  /** Whose words it quotes. */
  actorIds: readonly string[];
}
