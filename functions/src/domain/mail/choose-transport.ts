import type { EmailServiceConfig } from "#domain/configs/email-config";
import { processPart, type ReadContext } from "#src/context";
import type { MailTransport } from "./transport.ts";
import { sendgridTransport } from "./transports/sendgrid.ts";
import { smtpTransport } from "./transports/smtp.ts";

/** The connections of the process to the operator's SMTP server; undefined if there is none. */
export const serverTransport = processPart(({ settings: { mail } }) =>
  mail?.smtpUrl === undefined ? undefined : smtpTransport({ url: mail.smtpUrl, bouncesTo: mail.from?.address }),
);

/**
 * The transport of an API key's mails: its own provider, otherwise the operator's server; undefined if neither is set
 * up.
 */
export function chooseTransport(context: ReadContext, { type, apiKey }: EmailServiceConfig): MailTransport | undefined {
  if (type === "sendgrid" && apiKey) return sendgridTransport(context.outbound, apiKey);
  return serverTransport(context);
}
