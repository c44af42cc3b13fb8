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

/** Optional parts of an error besides its code and message. */
export interface ErrorExtras {
  /** Machine-readable detail, sent to the caller as `error.details`. */
  details?: unknown;
  /** Advice on what to do next, sent to the caller as `error.details.hint`. */
  hint?: string | undefined;
  /** Seconds after which the caller may retry, sent as `Retry-After`. */
  retryAfter?: number;
  /** HTTP status that replaces the status of the code, such as 405 or 413. */
  httpStatus?: number;
  /** Additional response headers. */
  headers?: Record<string, string>;
  /** The underlying error: logged, never sent. */
  cause?: unknown;
}

/** The only error that is sent to callers unchanged. Any other error becomes INTERNAL without details. */
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

/** What is wrong with one field of a request, as sent in `error.details.issues`. */
export interface FieldIssue {
  /** The field, such as `data.users[0].name`. */
  path: string;
  /** Continues the sentence that the path begins, such as `must not be empty.` */
  message: string;
}

/** INVALID_ARGUMENT: one or more fields are wrong. The message names the first one (docs/behaviour.md#errors). */
export function invalidFields(issues: readonly [FieldIssue, ...FieldIssue[]], extras: ErrorExtras = {}): ApiError {
  const [{ path, message }] = issues;
  return new ApiError("INVALID_ARGUMENT", `${path} ${message}`, { ...extras, details: { issues } });
}

/** INVALID_ARGUMENT: one field is wrong. @param path and message as in {@link FieldIssue}. */
export function invalidField(path: string, message: string, extras?: ErrorExtras): ApiError {
  return invalidFields([{ path, message }], extras);
}
