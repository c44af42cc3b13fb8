/** The codes of errors: those of the service. What the client finds out by itself is told with one of them too. */
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

/** What is known of an error beside its code and message. */
export interface ErrorFacts {
  /** Path of the endpoint, such as `/v2/users/add`. */
  path?: string | undefined;
  /** Status of the answer; missing when there was none. */
  httpStatus?: number | undefined;
  /** What to name to the operator of the server; missing when no answer of the service came. */
  requestId?: string | undefined;
  /** Machine-readable detail. */
  details?: unknown;
  /** Seconds after which a new try makes sense, where the server said so. */
  retryAfter?: number | undefined;
  /** How often the call was tried. */
  attempts?: number | undefined;
  cause?: unknown;
}

/** The one error that the client throws. Where the caller's own `signal` ends a call, its reason is thrown instead. */
export class AtriumError extends Error {
  override readonly name = "AtriumError";
  readonly code: ErrorCode;
  readonly path: string | undefined;
  readonly httpStatus: number | undefined;
  readonly requestId: string | undefined;
  readonly details: unknown;
  readonly retryAfter: number | undefined;
  readonly attempts: number | undefined;

  constructor(code: ErrorCode, message: string, facts: ErrorFacts = {}) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.code = code;
    this.path = facts.path;
    this.httpStatus = facts.httpStatus;
    this.requestId = facts.requestId;
    this.details = facts.details;
    this.retryAfter = facts.retryAfter;
    this.attempts = facts.attempts;
  }

  /** The fields that were refused and why, where the service told so. */
  get issues(): readonly { path: string; message: string }[] {
    const issues = (this.details as { issues?: unknown } | undefined)?.issues;
    return Array.isArray(issues) ? issues : [];
  }
}

/**
 * Whether something thrown is an error of the client, of this code when one is given. Unlike `instanceof` it also knows
 * errors of a second copy of the package.
 */
export function isAtriumError<Code extends ErrorCode = ErrorCode>(
  error: unknown,
  code?: Code,
): error is AtriumError & { readonly code: Code } {
  return (
    error instanceof Error &&
    error.name === "AtriumError" &&
    (code === undefined || (error as AtriumError).code === code)
  );
}
