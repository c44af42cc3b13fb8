import { header, type Request } from "#http/request/request";
import { ApiError } from "#platform/error";
import type { Context } from "#src/context";

/** How long a browser keeps the cookie, in seconds: as long as a session can last. */
const MAX_AGE = 12 * 60 * 60;

type Incoming = Pick<Request, "headers">;

/**
 * The header `set-cookie` of a reply that begins or ends a session.
 * @param secret `null` removes the cookie.
 */
export function sessionCookie(context: Pick<Context, "settings">, request: Incoming, secret: string | null): string {
  const { name, isSecure } = cookieOf(context, request);
  const value = `${name}=${secret ?? ""}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${secret === null ? 0 : MAX_AGE}`;
  return isSecure ? `${value}; Secure` : value;
}

/**
 * The secret in the cookie of a request; undefined if there is none.
 * @throws ApiError UNAUTHENTICATED if there are two: a cookie does not reveal which server on its host has set it.
 */
export function secretInCookie(context: Pick<Context, "settings">, request: Incoming): string | undefined {
  const { name } = cookieOf(context, request);
  const cookies = (header(request, "cookie") ?? "").split(";").map((cookie) => cookie.trim());
  const [first, second] = cookies.filter((cookie) => cookie.startsWith(`${name}=`));
  if (second !== undefined)
    throw new ApiError("UNAUTHENTICATED", `The browser has sent two cookies named \`${name}\`.`, {
      hint: "Another server on this host, on any port, may have set one. Delete the browser's cookies for this host and log in again.",
    });
  return first?.slice(name.length + 1) || undefined;
}

/**
 * The cookie for the connection of the browser. `Origin` reveals whether the browser uses HTTPS, even behind a proxy.
 * A name that begins with `__Host-` can't be set by another host or without HTTPS.
 */
function cookieOf({ settings }: Pick<Context, "settings">, request: Incoming): { name: string; isSecure: boolean } {
  if (settings.sessionCookie !== undefined) return { name: settings.sessionCookie, isSecure: true };
  const isSecure = header(request, "origin")?.startsWith("https://") ?? false;
  return { name: isSecure ? "__Host-atrium-session" : "atrium-session", isSecure };
}
