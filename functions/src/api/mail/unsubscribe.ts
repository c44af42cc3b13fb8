import { readUnsubscribeToken } from "#domain/notifications/mails/unsubscribe-link";
import { type PageState, type SubscribedPlaces, unsubscribePage } from "#domain/notifications/mails/unsubscribe-page";
import {
  callOf,
  changeSubscription,
  readSubscribedPlaces,
  readUnsubscribed,
  type SubscriptionChoice,
} from "#domain/notifications/store/subscriptions";
import { page, type Visit } from "#http/page/declaration";
import { rateLimits } from "#http/rate-limit";
import { header } from "#http/request/request";
import type { Response } from "#http/response";

/** Largest body, in bytes: a form with one choice, or the single line that a mail program sends. */
const MAX_BODY_BYTES = 4096;

export default page({
  path: "/mail/unsubscribe",
  takesPost: true,
  summary:
    "Unsubscribe by the link from a mail: GET asks for confirmation or shows what has ended, and POST unsubscribes (docs/behaviour.md#unsubscribing).",
  async answer({ request, context: open }) {
    const token = new URLSearchParams(request.query).get("token");
    if (!token) return html("invalid");
    const context = await open();
    const subscription = readUnsubscribeToken(context.encryptionKey, token);
    const call = subscription && (await callOf(context, subscription));
    if (!subscription || !call) return { ...html("invalid"), status: 400 };
    const choice = request.method === "POST" ? await choiceOf(request) : undefined;
    if (choice !== undefined) {
      await rateLimits(context).consume("public", `unsubscribe ${token}`);
      await changeSubscription(call, subscription, choice);
    }
    const state = choice ?? (await readUnsubscribed(context.store, call, subscription)) ?? "asks";
    return html(state, await readSubscribedPlaces(context.store, call, subscription));
  },
});

/** The choice that a form sends. A mail program sends a body of its own, which means all mails (RFC 8058). */
async function choiceOf(request: Visit["request"]): Promise<SubscriptionChoice> {
  const body = new TextDecoder().decode(await request.body(MAX_BODY_BYTES));
  const isForm = header(request, "content-type")?.startsWith("application/x-www-form-urlencoded");
  const choice = isForm ? new URLSearchParams(body).get("choice") : null;
  return choice === "document" || choice === "again" ? choice : "organization";
}

/** The page runs no script, sends its form to its own server only, and sends no referrer. */
const policy = [
  ...["default-src 'none'", "style-src 'unsafe-inline'", "img-src 'self'", "base-uri 'none'"],
  ...["form-action 'self'", "frame-ancestors 'none'"],
].join("; ");

function html(state: PageState, places?: SubscribedPlaces): Response {
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    "content-security-policy": policy,
    "referrer-policy": "no-referrer",
  };
  return { status: 200, headers, body: unsubscribePage(state, places) };
}
