import { isAtriumError } from "@atrium/client";
import { csrfHeader } from "./clients.ts";

/**
 * Whether an error means that the session of this tab has ended: it expired or was ended, or another tab has begun a
 * new session, whose cookie does not match this tab's CSRF token.
 */
export function isSessionEnd(error: Error): boolean {
  if (isAtriumError(error, "UNAUTHENTICATED")) return true;
  return isAtriumError(error, "PERMISSION_DENIED") && error.message.includes(csrfHeader);
}
