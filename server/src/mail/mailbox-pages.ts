import mail from "@atrium/functions/api/mail";
import messages from "@atrium/functions/api/mail/messages";
import type { KeyCall } from "@atrium/functions/call";
import type { Context } from "@atrium/functions/context";
import { listMails, readMail } from "@atrium/functions/domain/mail/store/mailbox";
import type { HostPage } from "@atrium/functions/http/page/declaration";
import { textOfBody } from "@atrium/functions/http/reply-body";
import type { Request } from "@atrium/functions/http/request/request";
import { type Response, success } from "@atrium/functions/http/response";
import { ApiError } from "@atrium/functions/platform/error";
import { authenticatePosted } from "../docs/posted-credentials.ts";
import type { HostAnswer, HostPages } from "../http/page-routes.ts";
import { mailHtml } from "./mail-html.ts";

/**
 * The policy of the page at `/mail`. Mails have their own styles, but no script: the page shows them in a frame in which
 * no script runs, and only the page's own script sends requests.
 */
const policy = [
  ...["default-src 'none'", "script-src 'self'", "style-src 'self' 'unsafe-inline'", "img-src 'self'"],
  ...["connect-src 'self'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"],
].join("; ");

/** The page that shows stored mails, and its data: the mails of an API key, for callers that have its token. */
export function mailboxPages(context: Context): HostPages {
  return new Map<HostPage, HostAnswer>([
    [mail, showPage],
    [messages, (request, { requestId }) => answerMails(context, request, requestId)],
  ]);
}

function showPage(): Response {
  const headers = {
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
  };
  return {
    status: 200,
    headers: { ...headers, "content-type": "text/html; charset=utf-8", "content-security-policy": policy },
    body: mailHtml,
  };
}

/** @throws ApiError NOT_FOUND for a mail that no longer exists. */
async function answerMails(context: Context, request: Request, requestId: string): Promise<Response> {
  const { call, data } = await authenticatePosted(context, request, requestId);
  const { body, ...reply } = await success({ message: "The mails.", data: await mailsFor(call, data) });
  return { ...reply, headers: { ...reply.headers, "cache-control": "no-store" }, body: textOfBody(body) };
}

async function mailsFor(call: KeyCall, { number, known }: Record<string, unknown>) {
  if (typeof number !== "number") return listMails(call, typeof known === "number" ? known : undefined);
  const one = await readMail(call, number);
  if (!one) throw new ApiError("NOT_FOUND", "This mail is no longer stored: only the newest 500 are kept.");
  return one;
}
