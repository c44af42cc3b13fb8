import type { Request } from "firebase-functions/v2/https";

/**
 * IP address of the caller: the last forwarded one, added by the front end. Callers can forge the addresses before it.
 */
export function clientAddress(request: Request): string {
  const forwarded = request.headers["x-forwarded-for"];
  const last = (Array.isArray(forwarded) ? forwarded.join() : (forwarded ?? "")).split(",").at(-1)?.trim();
  return last || request.socket.remoteAddress || "";
}
