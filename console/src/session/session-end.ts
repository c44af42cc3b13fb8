import { isAtriumError } from "@atrium/client";
import { csrfHeader } from "./clients.ts";

/**
 * Whether an error says that the session of this tab has ended: by itself, or because another tab of the browser has begun one, to
 * which the cookie belongs from then on while the CSRF token of this tab is that of the old one.
 */
export function isSessionEnd(error: Error): boolean {
  if (isAtriumError(error, "UNAUTHENTICATED")) return true;
  return isAtriumError(error, "PERMISSION_DENIED") && error.message.includes(csrfHeader);
}
