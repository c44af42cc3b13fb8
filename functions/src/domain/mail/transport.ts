import type { Mail } from "./mail.ts";

/**
 * What became of a mail. `later`: trying again may help. `bounced`: the recipient's mailbox refuses mails permanently.
 * `why` contains no secrets and no addresses.
 */
export type MailOutcome = { status: "sent" } | { status: "later" | "bounced" | "failed"; why: string };

/** A way to send mails. */
export interface MailTransport {
  readonly name: "smtp" | "sendgrid" | "mailbox";
  /**
   * Hands a mail over. Always resolves with an outcome, whatever the other side does.
   * @param patience maximum time for it, in ms, if somebody waits for the outcome.
   */
  send(mail: Mail, patience?: number): Promise<MailOutcome>;
  /** Ends open connections. */
  close(): Promise<void>;
}
