import { isAtriumError } from "@atrium/client";

/** Interval between attempts to reach a server that does not answer, ms. */
export const RETURN_CHECK = 3_000;

/** Whether an error means that Atrium did not answer: nobody did, or a proxy that could not reach it. */
export function isUnreachable(error: unknown): boolean {
  if (!isAtriumError(error)) return error instanceof TypeError;
  return error.httpStatus === undefined || (error.code === "UNAVAILABLE" && error.reason === undefined);
}

/**
 * When to retry a failed read, so that the return of the server is noticed automatically.
 * @returns ms; false if the server has answered, even with an error.
 */
export function returnCheck(error: unknown): number | false {
  return isUnreachable(error) ? RETURN_CHECK : false;
}
