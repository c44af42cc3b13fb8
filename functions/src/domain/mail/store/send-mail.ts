import type { EmailServiceConfig } from "#domain/configs/email-config";
import { chooseTransport } from "#domain/mail/choose-transport";
import type { Mail, MailAddress } from "#domain/mail/mail";
import { mailRates } from "#domain/mail/mail-rates";
import { recipientOf, senderOf } from "#domain/mail/sender";
import type { MailOutcome, MailTransport } from "#domain/mail/transport";
import { traffic } from "#domain/traffic/store/traffic";
import type { WriteCall } from "#src/call";
import { admitMail, noteBounce } from "./mail-recipients.ts";
import { mailboxTransport } from "./mailbox-transport.ts";

/** The recipient of a mail. */
export interface MailOrder {
  /**
   * Mails to a person of an organization are counted per person; a mail to a bare address counts only for the API key.
   */
  person?: { organizationId: string; userId: string };
  name?: string | undefined;
  /** Any text: whether it is an address is checked when the mail is sent. */
  address: string | undefined;
}

/**
 * Sends a mail, within the limits of the API key and of the person.
 * @param compose creates the mail; its addresses have been checked.
 * @param patience maximum time to hand it over, in ms; if omitted, as long as mail servers may need.
 */
export async function sendMail(
  call: WriteCall,
  config: EmailServiceConfig,
  order: MailOrder,
  compose: (from: MailAddress, to: MailAddress) => Mail,
  patience?: number,
): Promise<MailOutcome & { transport?: MailTransport["name"] }> {
  const { mail: settings } = call.settings;
  const to = recipientOf(order.name, order.address);
  if (typeof to === "string") return { status: "failed", why: to };
  const transport = chooseTransport(call, config) ?? (settings?.hasMailbox ? mailboxTransport(call) : undefined);
  if (!transport) return { status: "failed", why: NO_TRANSPORT };
  const from = senderOf(config, settings);
  if (typeof from === "string") return { status: "failed", why: from };
  const refusal = await refusalOf(call, order, to.address);
  if (refusal) return refusal;
  const outcome = await transport.send(compose(from, to), patience);
  if (outcome.status === "sent") traffic(call).countMail(call.apiKey.apiKeyId);
  if (outcome.status === "bounced" && order.person)
    await noteBounce(call, { ...order.person, address: to.address }, outcome.why);
  return { ...outcome, transport: transport.name };
}

const NO_TRANSPORT =
  "No way to send mails is set up: set `type` to sendgrid with its `apiKey` in the e-mail configuration, or SMTP_URL on the server.";

/** Why the mail can't be sent now; undefined if it can be, and has been counted. */
async function refusalOf(call: WriteCall, { person }: MailOrder, address: string): Promise<MailOutcome | undefined> {
  const { perMinute = 0, perRecipient = 0 } = call.settings.mail ?? {};
  if (!mailRates(call).take(call.apiKey.apiKeyId, perMinute))
    return { status: "later", why: `The API key has sent ${perMinute} mails in this minute.` };
  if (!person) return undefined;
  const admission = await admitMail(call, { ...person, address }, perRecipient);
  if (admission.status === "limited")
    return { status: "later", why: `The person got ${perRecipient} mails in this hour.` };
  if (admission.status !== "bounced") return undefined;
  const since = new Date(admission.at).toISOString();
  return {
    status: "failed",
    why: `Nothing is sent to the address for 30 days since it refused a mail at ${since}. ${admission.why}`,
  };
}
