import { AtriumError } from "../error.ts";

/** Codes of errors that a retry does not change: refusals, and the end of the client. */
const lasting = new Set([
  "INVALID_ARGUMENT",
  "UNAUTHENTICATED",
  "PERMISSION_DENIED",
  "NOT_FOUND",
  "FAILED_PRECONDITION",
  "CANCELLED",
]);

/**
 * Converts a thrown value into an error of the client. A token function that fails may succeed later, so it counts as
 * UNAVAILABLE.
 */
export function failure(cause: unknown): AtriumError {
  if (cause instanceof AtriumError) return cause;
  return new AtriumError("UNAVAILABLE", cause instanceof Error ? cause.message : String(cause), { cause });
}

/** The error for what the client's `signal` has ended. */
export function cancelled({ reason }: AbortSignal): AtriumError {
  return new AtriumError("CANCELLED", "The client's signal has ended it.", { cause: reason });
}

/** Whether another attempt may succeed. */
export function isTemporary({ code }: AtriumError): boolean {
  return !lasting.has(code);
}
