import { linesOf, nameOf, oneLine } from "#domain/notifications/message-text";
import { isServiceOn } from "#domain/notifications/notice-settings";
import { placeUrl } from "#domain/notifications/place-url";
import { unseal } from "#platform/crypto/secrets";
import type { ChannelMessage, MessageItem, NotificationChannel, SendOutcome } from "./channel.ts";

/** Timeout of a call, in ms. */
const TIMEOUT = 15_000;
/** Maximum length of one item's text, in UTF-16 units: Slack cuts messages at 40,000 characters. */
const MAX_TEXT = 700;

/**
 * Posts to the incoming webhook of the organization. All people whom an event concerns share one message, which names
 * them.
 */
export const slack: NotificationChannel = {
  isShared: true,
  isOn: (settings, type, { slackWebhook }) => slackWebhook !== undefined && isServiceOn(settings, type),

  async send(call, _settings, message): Promise<SendOutcome> {
    const { slackWebhook } = message.organization.data;
    if (slackWebhook === undefined) return { status: "failed", why: "The organization has no Slack webhook any more." };
    const reply = await call.outbound.post({
      url: unseal(call.encryptionKey, slackWebhook),
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ text: textOf(message, call.apiKey.config.documentUrl) }),
      caller: `slack ${call.apiKey.apiKeyId}`,
      timeout: TIMEOUT,
    });
    const { status = 0, error } = reply;
    if (status >= 200 && status < 300) return { status: "sent" };
    const why = status === 0 ? (error ?? "There was no answer.") : `Slack answered with HTTP ${status}.`;
    return { status: status === 0 || status === 429 || status >= 500 ? "later" : "failed", why };
  },
};

function textOf({ recipients, items, organization }: ChannelMessage, template: string | undefined): string {
  const names = recipients.map(({ name, userId }) => escaped(oneLine(name ?? userId))).join(", ");
  const lines = items.map((item) => lineOf(item, placeUrl(template, { ...organization, ...item, ...item.document })));
  return [`For ${names}:`, ...lines].join("\n");
}

function lineOf(item: MessageItem, url: string | undefined): string {
  const name = escaped(nameOf(item));
  const where = url === undefined ? name : `<${url}|${name}>`;
  const quote = linesOf(item.text, MAX_TEXT).map((line) => `\n>${escaped(line)}`);
  return `${escaped(oneLine(item.headline))} (${where})${quote.join("")}`;
}

/** Slack reads these three characters as markup. */
function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
