import type { MailTransport } from "#domain/mail/transport";
import type { WriteCall } from "#src/call";
import { keepMail } from "./mailbox.ts";

/** Stores mails instead of sending them, to be read at `/mail`. */
export function mailboxTransport(call: WriteCall): MailTransport {
  return {
    name: "mailbox",
    async send(mail) {
      await keepMail(call, mail);
      return { status: "sent" };
    },
    close: async () => {},
  };
}
