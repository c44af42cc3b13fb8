import { chooseTransport } from "#domain/mail/choose-transport";
import { headerText, isMailAddress } from "#domain/mail/mail-address";
import { composeMail } from "#domain/notifications/mails/compose-mail";
import { isMailOn } from "#domain/notifications/notice-settings";
import { placeUrl } from "#domain/notifications/place-url";
import type { NotificationChannel, SendOutcome } from "./channel.ts";

/** Longest name in a header, in UTF-16 units. */
const MAX_NAME = 100;

/** Sends each person a mail. */
export const email: NotificationChannel = {
  isOn: isMailOn,

  async send(call, settings, message): Promise<SendOutcome> {
    const { emailServiceConfig: config } = settings.email;
    const [recipient] = message.recipients;
    const address = recipient?.email;
    if (!recipient || !address) return { status: "failed", why: "The person has no e-mail address." };
    if (!isMailAddress(address)) return { status: "failed", why: "The person's e-mail address is not one." };
    const transport = chooseTransport(call.outbound, config);
    if (!transport) return { status: "failed", why: "No way to send mails is set up." };
    const sender = config.fromEmail ?? "";
    if (!isMailAddress(sender))
      return { status: "failed", why: "`fromEmail` of the e-mail configuration is no address." };
    const from = { name: headerText(config.fromCompany ?? "", MAX_NAME), address: sender };
    const { organization } = message;
    const mail = composeMail({
      message,
      recipient: { ...recipient, name: headerText(recipient.name ?? "", MAX_NAME), email: address },
      from,
      placeUrl: (item) => placeUrl(call.apiKey.config.documentUrl, { ...organization, ...item, ...item.document }),
    });
    const outcome = await transport.send(mail);
    if (outcome.status === "sent") return outcome;
    return { status: outcome.status === "later" ? "later" : "failed", why: outcome.why };
  },
};
