import { sendMail } from "#domain/mail/store/send-mail";
import { composeMail } from "#domain/notifications/mails/compose-mail";
import { isMailOn } from "#domain/notifications/notice-settings";
import { placeUrl } from "#domain/notifications/place-url";
import type { NotificationChannel, SendOutcome } from "./channel.ts";

/** Sends each person a mail. */
export const email: NotificationChannel = {
  isOn: isMailOn,

  async send(call, settings, message): Promise<SendOutcome> {
    const [recipient] = message.recipients;
    if (!recipient) return { status: "failed", why: "The mail has no recipient." };
    const { organization } = message;
    const { organizationId } = organization;
    const order = {
      person: { organizationId, userId: recipient.userId },
      name: recipient.name,
      address: recipient.email,
    };
    const actorIds = [...new Set(message.items.map(({ actionUser }) => actionUser.userId))];
    const outcome = await sendMail(call, settings.email.emailServiceConfig, order, (from, to) => ({
      ...composeMail({
        message,
        recipient: { ...recipient, name: to.name, email: to.address },
        from,
        placeUrl: (item) => placeUrl(call.apiKey.config.documentUrl, { ...organization, ...item, ...item.document }),
      }),
      about: { organizationId, userId: recipient.userId, actorIds },
    }));
    if (outcome.status === "sent") return { status: "sent" };
    return { status: outcome.status === "later" ? "later" : "failed", why: outcome.why };
  },
};
