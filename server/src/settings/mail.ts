import type { MailSettings } from "@atrium/functions/context";
import { defaultMailLimits } from "@atrium/functions/domain/mail/mail-limits";
import { mailServerOf } from "@atrium/functions/domain/mail/mail-settings";
import { type Environment, SettingsError, wholeNumber } from "./environment.ts";
import { readMailTemplates } from "./mail-templates.ts";

/** Reads how the server sends mails. Without an SMTP server it stores them. @throws SettingsError naming the variable. */
export function readMail(environment: Environment): MailSettings {
  const server = mailServerOf(environment.get("SMTP_URL"), environment.get("MAIL_FROM"));
  if (typeof server === "string") throw new SettingsError(server);
  const templates = readMailTemplates(environment);
  return {
    ...server,
    ...(templates && { templates }),
    hasMailbox: server.smtpUrl === undefined,
    perMinute: wholeNumber(environment, "MAIL_LIMIT_PER_MINUTE", defaultMailLimits.perMinute, 0),
    perRecipient: wholeNumber(environment, "MAIL_LIMIT_PER_RECIPIENT", defaultMailLimits.perRecipient, 0),
  };
}

/** A warning for the operator if mails leave the machine without links; undefined if they have links. */
export function missingLinks(
  { smtpUrl }: Pick<MailSettings, "smtpUrl">,
  publicUrl: string | undefined,
): string | undefined {
  if (smtpUrl === undefined || publicUrl !== undefined) return undefined;
  return "SMTP_URL is set without ATRIUM_PUBLIC_URL, so mails have no link to unsubscribe. Set ATRIUM_PUBLIC_URL to the address of this server as browsers reach it, such as https://atrium.example.com.";
}
