import { isAtriumError } from "@atrium/client";

/** Whether an error says that no server answered. */
export function isUnreachable(error: unknown): boolean {
  return isAtriumError(error) ? error.httpStatus === undefined : error instanceof TypeError;
}
