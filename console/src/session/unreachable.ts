import { isAtriumError } from "@atrium/client";

/** Interval between attempts to reach a server that does not answer, ms. */
export const RETURN_CHECK = 3_000;

/** Whether an error means that no server answered. */
export function isUnreachable(error: unknown): boolean {
  return isAtriumError(error) ? error.httpStatus === undefined : error instanceof TypeError;
}

/**
 * When to retry a failed read, so that the return of the server is noticed automatically.
 * @returns ms; false if the server has answered, even with an error.
 */
export function returnCheck(error: unknown): number | false {
  return isUnreachable(error) ? RETURN_CHECK : false;
}
