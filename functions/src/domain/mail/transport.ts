import type { Mail } from "./mail.ts";

/**
 * What became of a mail. `later`: trying again may help. `bounced`: the recipient's mailbox is refused for good.
 * `why` holds no secrets and no addresses.
 */
export type MailOutcome = { status: "sent" } | { status: "later" | "bounced" | "failed"; why: string };

/** A way to hand mails over. */
export interface MailTransport {
  readonly name: "smtp" | "sendgrid" | "mailbox";
  /**
   * Hands a mail over. Whatever the other side does, it answers with an outcome.
   * @param patience longest time for it, in ms, where somebody waits for the outcome.
   */
  send(mail: Mail, patience?: number): Promise<MailOutcome>;
  /** Ends open connections. */
  close(): Promise<void>;
}
