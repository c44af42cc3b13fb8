import { ApiError } from "#platform/error";

/** The error when it is unknown whether a commit survives the next start. No `Retry-After`: it may have been made. */
export function unconfirmed(cause: unknown): ApiError {
  return new ApiError("UNAVAILABLE", "The disk did not confirm the change: it may or may not have been made.", {
    cause,
  });
}
