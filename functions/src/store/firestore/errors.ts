import { ApiError, type ErrorCode } from "#platform/error";

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

/** Statuses that leave open whether a commit was applied: cancelled, unknown, deadline, internal, unavailable. */
const OPEN = [1, 2, 4, 13, 14];

/** Awaits an answer of Firestore and turns the failures that a caller can act on into `ApiError`. Others stay as they are. */
export async function answer<T>(pending: Promise<T>): Promise<T> {
  try {
    return await pending;
  } catch (error) {
    const status = statusOf(error);
    const known = ANSWERS[status];
    if (!known) throw error;
    const retry = PASSING.includes(status) ? { retryAfter: retryDelay(error) ?? 1 } : {};
    throw new ApiError(known[0], known[1], { cause: error, ...retry });
  }
}

/** The gRPC status of a failure of the client, else -1. */
function statusOf(error: unknown): number {
  return error instanceof Error && "code" in error && typeof error.code === "number" ? error.code : -1;
}

/** Whether others were in the way, or the transaction became too old: nothing was applied, and it may run again. */
export function isContention(error: unknown): boolean {
  const status = statusOf(error);
  const expired = /transaction has expired|no longer valid/;
  return status === 10 || (status === 3 && expired.test((error as Error).message));
}

/** Whether what was asked for may have been done although it failed. */
export function isOpen(error: unknown): boolean {
  return OPEN.includes(statusOf(error)) && !wasNeverSent(error);
}

/** Whether it may succeed the next time. */
export function isPassing(error: unknown): boolean {
  return isContention(error) || OPEN.includes(statusOf(error));
}

/** Whether there was no connection to send it on; gRPC tells so only in words. */
function wasNeverSent(error: unknown): boolean {
  return /No connection established|Name resolution failed/.test((error as Error).message);
}

/**
 * What a caller is told when nobody knows whether a commit was applied. There is no `Retry-After`: to do it again without
 * looking could do it twice.
 */
export function unconfirmed(cause: unknown): ApiError {
  const code = statusOf(cause) === 4 ? "DEADLINE_EXCEEDED" : "UNAVAILABLE";
  return new ApiError(code, "The store did not confirm the change: it may or may not have been made.", { cause });
}

/** Whole seconds that the server asks to wait: the `google.rpc.RetryInfo` that the client has read from the trailers. */
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
