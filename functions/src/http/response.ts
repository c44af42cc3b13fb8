import type { ApiError } from "#platform/error";
import type { Reply } from "./endpoint.ts";
import type { ReplyBody } from "./reply-body.ts";
import { replyText } from "./reply-text.ts";
import { httpStatus } from "./status.ts";

/** An HTTP response as plain data. */
export interface Response<Body extends ReplyBody = string> {
  status: number;
  headers: Record<string, string>;
  /** JSON text. */
  body: Body;
  /** Why a request was refused, for the log. */
  error?: { status: string; message: string };
}

/** The response of an endpoint, whose body may be long. */
export type CallResponse = Response<ReplyBody>;

const jsonHeaders = { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" };

/** The success envelope (docs/behaviour.md#replies). */
export function success(reply: Reply): CallResponse | Promise<CallResponse> {
  const body = replyText(reply);
  return body instanceof Promise ? body.then(successOf) : successOf(body);
}

function successOf(body: ReplyBody): CallResponse {
  return { status: 200, headers: { ...jsonHeaders }, body };
}

/** The error envelope (docs/behaviour.md#errors) with its HTTP status. */
export function failure({ code, message, extras }: ApiError): Response {
  const headers: Record<string, string> = { ...jsonHeaders, ...extras.headers };
  if (extras.retryAfter !== undefined) headers["retry-after"] = String(extras.retryAfter);
  const { hint } = extras;
  const details = hint === undefined ? extras.details : { ...(extras.details as object | undefined), hint };
  const error = { status: code, message, ...(details !== undefined && { details }) };
  return {
    status: extras.httpStatus ?? httpStatus[code],
    headers,
    body: JSON.stringify({ error }),
    error: { status: code, message },
  };
}
