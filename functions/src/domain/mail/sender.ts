import type { EmailServiceConfig } from "#domain/configs/email-config";
import type { MailSettings } from "#src/context";
import type { MailAddress } from "./mail.ts";
import { headerText, isMailAddress } from "./mail-address.ts";

/** Maximum length of a name in a header, in UTF-16 units. */
const MAX_NAME = 100;

/** The sender of mails that stay on the machine, if no other is set. */
const LOCAL_SENDER = "atrium@localhost";

/**
 * The sender of an API key's mails: its own, otherwise the server's.
 * @returns a text if there is none, which says why.
 */
export function senderOf(config: EmailServiceConfig, settings: MailSettings | undefined): MailAddress | string {
  const { fromEmail, fromCompany } = config;
  const address = fromEmail || settings?.from?.address || (settings?.hasMailbox ? LOCAL_SENDER : undefined);
  if (address === undefined) return "Mails have no sender: set `fromEmail` in the e-mail configuration.";
  if (!isMailAddress(address)) return "`fromEmail` in the e-mail configuration is not an e-mail address.";
  return { name: headerText(fromCompany || settings?.from?.name || "", MAX_NAME), address };
}

/** The recipient of a mail. @returns a text if the address can't be one, which says why. */
export function recipientOf(name: string | undefined, address: string | undefined): MailAddress | string {
  if (!address) return "The person has no e-mail address.";
  if (!isMailAddress(address)) return "The person's e-mail address is not a plain one such as ada@example.com.";
  return { name: headerText(name ?? "", MAX_NAME), address };
}
