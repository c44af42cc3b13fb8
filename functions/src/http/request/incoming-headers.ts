import type { IncomingMessage } from "node:http";
import type { Request } from "#http/request/request";

/**
 * The headers of a request. Of `Authorization` given more than once Node keeps the first and drops the rest; here it is a
 * list, so that the kernel can refuse it.
 */
export function incomingHeaders(incoming: Pick<IncomingMessage, "headers" | "headersDistinct">): Request["headers"] {
  const { headers } = incoming;
  if (headers.authorization === undefined) return headers;
  const { authorization = [] } = incoming.headersDistinct;
  return authorization.length > 1 ? { ...headers, authorization } : headers;
}
