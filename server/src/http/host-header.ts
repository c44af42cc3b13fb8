import type { IncomingMessage } from "node:http";
import { ApiError } from "@atrium/functions/platform/error";

/**
 * Why a request is refused because of its `host` header: none in HTTP/1.1, or several (RFC 9112, 3.2). Undefined if it
 * is fine.
 */
export function hostProblem({ headers, httpVersion, rawHeaders }: IncomingMessage): ApiError | undefined {
  if (headers.host === undefined) return httpVersion === "1.1" ? refused("must have the header `host`.") : undefined;
  return hasTwoHosts(rawHeaders) ? refused("must not have the header `host` twice.") : undefined;
}

/**
 * @param rawHeaders names and values alternately. Node keeps the first of several hosts, whereas a proxy may use another
 * one.
 */
function hasTwoHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string;
    if (name.length === 4 && name.toLowerCase() === "host") hosts++;
  }
  return hosts > 1;
}

function refused(why: string): ApiError {
  return new ApiError("INVALID_ARGUMENT", `The request ${why}`, { headers: { connection: "close" } });
}
