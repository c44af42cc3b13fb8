import type { Mail, MailAddress } from "#domain/mail/mail";
import { mailHeaders } from "#domain/mail/mail-headers";
import type { MailOutcome, MailTransport } from "#domain/mail/transport";
import type { Outbound, OutboundReply } from "#outbound/port";

const URL = "https://api.sendgrid.com/v3/mail/send";
/** Timeout of a call, in ms. */
const TIMEOUT = 15_000;

/** Sends mails with version 3 of SendGrid's API. @param apiKey of SendGrid, in plain text. */
export function sendgridTransport(outbound: Outbound, apiKey: string): MailTransport {
  return {
    name: "sendgrid",
    async send(mail): Promise<MailOutcome> {
      const reply = await outbound.post({
        url: URL,
        headers: { "content-type": "application/json", authorization: `Bearer ${apiKey}` },
        body: JSON.stringify(bodyOf(mail)),
        caller: `sendgrid ${apiKey}`,
        timeout: TIMEOUT,
      });
      return outcomeOf(reply);
    },
    close: async () => {},
  };
}

function bodyOf(mail: Mail): object {
  return {
    personalizations: [{ to: [toContact(mail.to)] }],
    from: toContact(mail.from),
    subject: mail.subject,
    content: [
      { type: "text/plain", value: mail.text },
      { type: "text/html", value: mail.html },
    ],
    headers: { "Message-ID": `<${mail.messageId}>`, ...mailHeaders(mail) },
    // Links are not rewritten, so that a mail shows where they lead.
    tracking_settings: { click_tracking: { enable: false, enable_text: false } },
  };
}

function toContact({ name, address }: MailAddress): object {
  return { email: address, ...(name && { name }) };
}

function outcomeOf({ status = 0, error }: OutboundReply): MailOutcome {
  if (status >= 200 && status < 300) return { status: "sent" };
  if (status === 0) return { status: "later", why: error ?? "SendGrid did not answer." };
  if (status === 429 || status >= 500) return { status: "later", why: `SendGrid answered with HTTP ${status}.` };
  if (status === 401 || status === 403)
    return {
      status: "failed",
      why: `SendGrid answered with HTTP ${status}: check the API key and the sender in the e-mail configuration.`,
    };
  return { status: "failed", why: `SendGrid answered with HTTP ${status}.` };
}
