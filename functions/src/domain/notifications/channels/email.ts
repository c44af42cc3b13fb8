import { sendMail } from "#domain/mail/store/send-mail";
import { composeMail } from "#domain/notifications/mails/compose-mail";
import { peopleInMail } from "#domain/notifications/mails/mail-values";
import { unsubscribeUrl } from "#domain/notifications/mails/unsubscribe-link";
import { isMailOn } from "#domain/notifications/notice-settings";
import { placeUrl } from "#domain/notifications/place-url";
import type { WriteCall } from "#src/call";
import type { ChannelMessage, NotificationChannel, SendOutcome } from "./channel.ts";

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
    const unsubscribe = await unsubscribeLink(call, message, recipient.userId);
    const outcome = await sendMail(call, settings.email.emailServiceConfig, order, (from, to) => ({
      ...composeMail({
        message,
        recipient: { ...recipient, name: to.name, email: to.address },
        from,
        unsubscribeUrl: unsubscribe,
        templates: call.settings.mail?.templates,
        placeUrl: (item) => placeUrl(call.apiKey.config.documentUrl, { ...organization, ...item, ...item.document }),
      }),
      about: { organizationId, userId: recipient.userId, actorIds: peopleInMail(message.items) },
    }));
    if (outcome.status === "sent") return { status: "sent" };
    return { status: outcome.status === "later" ? "later" : "failed", why: outcome.why };
  },
};

/**
 * The link with which the person unsubscribes from such mails; undefined while the address of this service is unknown.
 */
async function unsubscribeLink(call: WriteCall, message: ChannelMessage, userId: string): Promise<string | undefined> {
  const address = await call.publicAddress();
  if (address === undefined) return undefined;
  const { apiKeyId } = call.apiKey;
  const { organizationId } = message.organization;
  const [documentId, ...others] = new Set(message.items.map(({ document }) => document.documentId));
  const about = { apiKeyId, organizationId, userId, documentId: others.length > 0 ? undefined : documentId };
  return unsubscribeUrl(address, call.encryptionKey, about);
}
