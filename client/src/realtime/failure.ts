import { AtriumError } from "../error.ts";

/** Refusals that a repetition does not change. */
const lasting = new Set([
  "INVALID_ARGUMENT",
  "UNAUTHENTICATED",
  "PERMISSION_DENIED",
  "NOT_FOUND",
  "FAILED_PRECONDITION",
]);

/** What was thrown, as an error of the client. A function for tokens that fails may succeed later. */
export function failure(cause: unknown): AtriumError {
  if (cause instanceof AtriumError) return cause;
  return new AtriumError("UNAVAILABLE", cause instanceof Error ? cause.message : String(cause), { cause });
}

/** Whether another try may succeed. */
export function isTemporary({ code }: AtriumError): boolean {
  return !lasting.has(code);
}
