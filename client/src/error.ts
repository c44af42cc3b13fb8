/** The service's error codes. The client's own errors use them too. */
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

/** Details of an error besides its code and message. */
export interface ErrorFacts {
  /** The service's own message, without what the client adds; undefined if the service did not answer. */
  reason?: string | undefined;
  /** Address of the endpoint's documentation page, if it may help. */
  documentation?: string | undefined;
  /** Path of the endpoint, such as `/v2/users/add`. */
  path?: string | undefined;
  /** Status of the response; undefined if there was none. */
  httpStatus?: number | undefined;
  /** Quote it to the operator of the server; undefined if the service did not answer. */
  requestId?: string | undefined;
  /** Machine-readable detail. */
  details?: unknown;
  /** Seconds after which a retry makes sense, if the server said so. */
  retryAfter?: number | undefined;
  /** Number of attempts. */
  attempts?: number | undefined;
  cause?: unknown;
}

/**
 * The only error that the client throws, with one exception: if the caller's own `signal` ends a call, its reason is
 * thrown. The message is for people: what went wrong, what to do about it, a link to the documentation and the request's
 * id.
 */
export class AtriumError extends Error {
  override readonly name = "AtriumError";
  // Only declared here, because the constructor sets them: this keeps the core small.
  declare readonly code: ErrorCode;
  declare readonly reason: string | undefined;
  declare readonly documentation: string | undefined;
  declare readonly path: string | undefined;
  declare readonly httpStatus: number | undefined;
  declare readonly requestId: string | undefined;
  declare readonly details: unknown;
  declare readonly retryAfter: number | undefined;
  declare readonly attempts: number | undefined;

  constructor(code: ErrorCode, message: string, facts: ErrorFacts = {}) {
    const { cause, ...rest } = facts;
    super(message, cause === undefined ? undefined : { cause });
    Object.assign(this, rest, { code });
  }

  /** What to do about it, if the service says so. */
  get hint(): string | undefined {
    const hint = (this.details as { hint?: unknown } | undefined)?.hint;
    return typeof hint === "string" ? hint : undefined;
  }

  /** The refused fields with the reasons, if the service sent them. */
  get issues(): readonly { path: string; message: string }[] {
    const issues = (this.details as { issues?: unknown } | undefined)?.issues;
    return Array.isArray(issues) ? issues : [];
  }
}

/**
 * Whether a thrown value is an error of the client and, if `code` is given, has that code. Unlike `instanceof`, it also
 * recognises errors of a second copy of the package.
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
