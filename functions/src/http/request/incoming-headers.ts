import type { IncomingMessage } from "node:http";
import type { Request } from "#http/request/request";

/**
 * The headers of a request. Node keeps only the first of several `Authorization` headers; here they are a list, so that the
 * kernel can refuse them.
 */
export function incomingHeaders(incoming: Pick<IncomingMessage, "headers" | "headersDistinct">): Request["headers"] {
  const { headers } = incoming;
  if (headers.authorization === undefined) return headers;
  const { authorization = [] } = incoming.headersDistinct;
  return authorization.length > 1 ? { ...headers, authorization } : headers;
}
