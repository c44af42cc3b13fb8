import { ApiError, type ErrorCode } from "#platform/error";

/** Errors for callers by gRPC status. Firestore's own message names the project, so it is only logged as the cause. */
const ANSWERS: { readonly [status: number]: readonly [ErrorCode, string] } = {
  1: ["UNAVAILABLE", "The store ended the call before it was answered."],
  3: ["INVALID_ARGUMENT", "The store refuses the size or shape of a document."],
  4: ["DEADLINE_EXCEEDED", "The store took too long to answer."],
  5: ["NOT_FOUND", "A document to update does not exist."],
  6: ["ALREADY_EXISTS", "A document to create already exists."],
  8: ["RESOURCE_EXHAUSTED", "The store is overloaded at the moment."],
  9: ["FAILED_PRECONDITION", "The store refuses the request in its current state."],
  10: ["ABORTED", "Too many changes at once to the same documents. Try again."],
  14: ["UNAVAILABLE", "The store cannot be reached."],
};

/** Statuses after which a caller may retry. */
const RETRYABLE = [1, 8, 10, 14];

/** Statuses after which a commit may or may not have been applied: cancelled, unknown, deadline, internal, unavailable. */
const AMBIGUOUS = [1, 2, 4, 13, 14];

/** Awaits an answer of Firestore and converts failures that a caller can act on into `ApiError`. Others stay unchanged. */
export async function answer<T>(pending: Promise<T>): Promise<T> {
  try {
    return await pending;
  } catch (error) {
    const status = statusOf(error);
    const callerError = ANSWERS[status];
    if (!callerError) throw error;
    const retry = RETRYABLE.includes(status) ? { retryAfter: retryDelay(error) ?? 1 } : {};
    throw new ApiError(callerError[0], callerError[1], { cause: error, ...retry });
  }
}

/** The gRPC status of a client error, or -1. */
function statusOf(error: unknown): number {
  return error instanceof Error && "code" in error && typeof error.code === "number" ? error.code : -1;
}

/** Whether the transaction met contention or expired: nothing was applied, and it may run again. */
export function isContention(error: unknown): boolean {
  const status = statusOf(error);
  const expired = /transaction has expired|no longer valid/;
  return status === 10 || (status === 3 && expired.test((error as Error).message));
}

/** Whether a failed commit may nevertheless have been applied. */
export function isAmbiguous(error: unknown): boolean {
  return AMBIGUOUS.includes(statusOf(error)) && !wasNeverSent(error);
}

/** Whether a retry may succeed. */
export function isTransient(error: unknown): boolean {
  return isContention(error) || AMBIGUOUS.includes(statusOf(error));
}

/** Whether the request was never sent for lack of a connection; gRPC shows it only in the message. */
function wasNeverSent(error: unknown): boolean {
  return /No connection established|Name resolution failed/.test((error as Error).message);
}

/**
 * The error when it is unknown whether a commit was applied. It has no `Retry-After`, since a blind retry could apply the
 * change twice.
 */
export function unconfirmed(cause: unknown): ApiError {
  const code = statusOf(cause) === 4 ? "DEADLINE_EXCEEDED" : "UNAVAILABLE";
  return new ApiError(code, "The store did not confirm the change: it may or may not have been made.", { cause });
}

/** The server's requested delay in whole seconds, from the `google.rpc.RetryInfo` in the trailers. */
function retryDelay(error: unknown): number | undefined {
  const details: unknown = (error as { statusDetails?: unknown }).statusDetails;
  if (!Array.isArray(details)) return undefined;
  for (const detail of details) {
    const delay: { seconds?: unknown; nanos?: unknown } | undefined = detail?.retryDelay;
    const seconds = Number(delay?.seconds ?? 0) + Number(delay?.nanos ?? 0) / 1e9;
    if (delay && seconds >= 0) return Math.max(1, Math.ceil(seconds));
  }
  return undefined;
}
