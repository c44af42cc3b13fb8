import { addressOf, type Caller, type CallTemplate } from "../snippets/call.ts";
import { fillVariables } from "../snippets/variables.ts";

/** A call as a reader has filled it in. */
export interface FilledCall extends Omit<CallTemplate, "body"> {
  caller: Caller;
  /** Values by security scheme, for headers and for variables in the body. A missing value is not sent. */
  values: Readonly<Record<string, string>>;
  /** The body as typed. It need not be JSON: the server then says what is wrong with it. */
  body?: string;
}

/** The request that the page sends for a call. @param origin of the server, without a trailing slash. */
export function requestOf(origin: string, { caller, values, body, ...call }: FilledCall) {
  const headers: Record<string, string> = body === undefined ? {} : { "content-type": "application/json" };
  for (const { scheme, header, prefix } of caller.credentials)
    if (values[scheme]) headers[header] = prefix + values[scheme];
  const text = body && fillVariables(body, values);
  return { url: addressOf({ ...call, origin }), init: { method: call.method, headers, body: text } };
}
