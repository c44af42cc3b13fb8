import type { MailSettings } from "#src/context";
import { headerText, isMailAddress } from "./mail-address.ts";

/**
 * The operator's mail server and sender, from the texts of the settings `SMTP_URL` and `MAIL_FROM`; an empty one counts
 * as not set.
 * @returns a text if they are invalid, which says why, without the credentials.
 */
export function mailServerOf(smtpUrl = "", sender = ""): Pick<MailSettings, "smtpUrl" | "from"> | string {
  const from = sender === "" ? undefined : parseSender(sender);
  if (smtpUrl !== "" && !isSmtpUrl(smtpUrl))
    return "SMTP_URL must be an address such as smtps://user:password@smtp.example.com, or smtp://user:password@smtp.example.com:587 for STARTTLS.";
  if (sender !== "" && !from)
    return `MAIL_FROM must be an address such as hello@example.com, or Acme <hello@example.com>, not ${JSON.stringify(sender)}.`;
  if (smtpUrl !== "" && !from) return "SMTP_URL needs MAIL_FROM, the address that mails come from. Set both.";
  return { smtpUrl: smtpUrl || undefined, from };
}

function isSmtpUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== "";
}

/** The sender in a text such as `Acme <hello@example.com>` or `hello@example.com`. */
function parseSender(text: string): { name: string; address: string } | undefined {
  const [, rawName = "", inBrackets] = /^([^<>\p{Cc}]{0,200})<([^<>]*)>$/u.exec(text.trim()) ?? [];
  const address = inBrackets ?? text.trim();
  const name = headerText(rawName, 200).replace(/^"(.*)"$/, "$1");
  return isMailAddress(address) ? { name, address } : undefined;
}
