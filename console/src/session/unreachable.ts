import { isAtriumError } from "@atrium/client";

/** Interval of the attempts to reach a server that does not answer, ms. */
export const RETURN_CHECK = 3_000;

/** Whether an error says that no server answered. */
export function isUnreachable(error: unknown): boolean {
  return isAtriumError(error) ? error.httpStatus === undefined : error instanceof TypeError;
}

/**
 * When to try again what could not be read, so that a server that comes back is noticed without anybody's doing.
 * @returns ms; false where the server has answered, whatever it said.
 */
export function returnCheck(error: unknown): number | false {
  return isUnreachable(error) ? RETURN_CHECK : false;
}
