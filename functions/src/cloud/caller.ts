import type { Request } from "firebase-functions/v2/https";

/** The last address that was forwarded is the one that the front end saw; those before it are what the caller says. */
export function callerOf(request: Request): string {
  const forwarded = request.headers["x-forwarded-for"];
  const last = (Array.isArray(forwarded) ? forwarded.join() : (forwarded ?? "")).split(",").at(-1)?.trim();
  return last || request.socket.remoteAddress || "";
}
