import { ApiError } from "#platform/error";

/** The error when it is unknown whether a commit will be there after the next start. No `Retry-After`: it may have been made. */
export function unconfirmed(cause: unknown): ApiError {
  return new ApiError("UNAVAILABLE", "The disk did not confirm the change: it may or may not have been made.", {
    cause,
  });
}
