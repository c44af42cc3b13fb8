import { isIP } from "node:net";
import { header, type Request } from "./request.ts";

/** Host name in a `Host` header, in lower case, without port and brackets. */
export function hostName(header: string): string {
  return header
    .toLowerCase()
    .replace(/:\d+$/, "")
    .replace(/^\[(.*)\]$/, "$1");
}

/** Whether nobody else can have the name lead to this machine: it is an address, or `localhost`. */
export function isFixedName(name: string): boolean {
  return isIP(name) !== 0 || name === "localhost";
}

/** Headers by which a proxy says that it passes a request on. */
const forwardingHeaders = ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip"];

/**
 * Whether a request to a server on a loopback address can only come from a program of this machine: it calls the server by a name
 * that is fixed, and no proxy passes it on. A page of a stranger in a browser calls by the stranger's own name, which may lead here.
 */
export function isFromThisMachine(request: Pick<Request, "headers">): boolean {
  const { headers } = request;
  return (
    isFixedName(hostName(header(request, "host") ?? "")) &&
    forwardingHeaders.every((name) => headers[name] === undefined)
  );
}
