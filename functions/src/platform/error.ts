/** The canonical status codes of an error envelope (docs/behaviour.md#errors). */
export type ErrorCode =
  | "INVALID_ARGUMENT"
  | "FAILED_PRECONDITION"
  | "OUT_OF_RANGE"
  | "UNAUTHENTICATED"
  | "PERMISSION_DENIED"
  | "NOT_FOUND"
  | "ALREADY_EXISTS"
  | "ABORTED"
  | "RESOURCE_EXHAUSTED"
  | "CANCELLED"
  | "INTERNAL"
  | "UNKNOWN"
  | "DATA_LOSS"
  | "UNIMPLEMENTED"
  | "UNAVAILABLE"
  | "DEADLINE_EXCEEDED";

/** What an error may carry beside its code and message. */
export interface ErrorExtras {
  /** Machine-readable detail, sent to the caller as `error.details`. */
  details?: unknown;
  /** What to do next, sent to the caller as `error.details.hint`. */
  hint?: string | undefined;
  /** Seconds after which a new try makes sense, sent as `Retry-After`. */
  retryAfter?: number;
  /** HTTP status where the code's own is not the right one (405, 413, 415). */
  httpStatus?: number;
  /** Further response headers. */
  headers?: Record<string, string>;
  /** What went wrong underneath: logged, never sent. */
  cause?: unknown;
}

/** The one error that reaches a caller as it is. Anything else thrown becomes INTERNAL without a word of detail. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly code: ErrorCode;
  readonly extras: ErrorExtras;

  constructor(code: ErrorCode, message: string, extras: ErrorExtras = {}) {
    super(message, extras.cause === undefined ? undefined : { cause: extras.cause });
    this.code = code;
    this.extras = extras;
  }
}
