import type { EmailServiceConfig } from "#domain/configs/email-config";
import type { Outbound } from "#outbound/port";
import type { MailTransport } from "./transport.ts";
import { sendgridTransport } from "./transports/sendgrid.ts";

/** The transport of an API key's mails; undefined: none is set up. */
export function chooseTransport(outbound: Outbound, { type, apiKey }: EmailServiceConfig): MailTransport | undefined {
  return type === "sendgrid" && apiKey ? sendgridTransport(outbound, apiKey) : undefined;
}
