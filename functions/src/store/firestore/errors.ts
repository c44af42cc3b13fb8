import { ApiError, type ErrorCode } from "#model/error";

/** What callers are told, by gRPC status. Firestore's own words name the project: they are logged as the cause. */
const ANSWERS: { readonly [status: number]: readonly [ErrorCode, string] } = {
  3: ["INVALID_ARGUMENT", "The store refuses the size or shape of a document."],
  4: ["DEADLINE_EXCEEDED", "The store took too long to answer."],
  5: ["NOT_FOUND", "A document to update does not exist."],
  6: ["ALREADY_EXISTS", "A document to create exists already."],
  8: ["RESOURCE_EXHAUSTED", "The store takes no more work at the moment."],
  9: ["FAILED_PRECONDITION", "The store refuses the request in its present state."],
  10: ["ABORTED", "Too many changes at once to the same documents. Try again."],
  14: ["UNAVAILABLE", "The store cannot be reached."],
};

/** Statuses after which the same call may succeed a moment later. */
const PASSING = [8, 10, 14];

/** Awaits an answer of Firestore and turns the failures that a caller can act on into `ApiError`. Others stay as they are. */
export async function answer<T>(pending: Promise<T>): Promise<T> {
  try {
    return await pending;
  } catch (error) {
    const status = error instanceof Error && "code" in error && typeof error.code === "number" ? error.code : -1;
    const known = ANSWERS[status];
    if (!known) throw error;
    const retry = PASSING.includes(status) ? { retryAfter: 1 } : {};
    throw new ApiError(known[0], known[1], { cause: error, ...retry });
  }
}
