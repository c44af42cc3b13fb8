import { parseRetryAfter } from "./backoff.ts";
import { AtriumError, type ErrorCode, type ErrorFacts } from "./error.ts";
import type { Page } from "./reply.ts";

/** A response whose body has been read completely. */
export interface Received {
  status: number;
  headers: Headers;
  text: string;
}

/** What was called: the server's address and the endpoint's path. */
export interface Target {
  baseUrl: string;
  path: string;
}

/**
 * The reply in a successful response.
 * @throws AtriumError for any other response; if possible, its message says what to do.
 */
export function readAnswer(received: Received, target: Target, now: number): Page<unknown> {
  const { status, headers, text } = received;
  const requestId = headers.get("x-request-id") ?? undefined;
  const facts: ErrorFacts = {
    httpStatus: status,
    requestId,
    retryAfter: parseRetryAfter(headers.get("retry-after"), now),
  };
  const { result, error } = envelope(text);
  if (status === 200 && result)
    return {
      data: result.data,
      message: String(result.message),
      pageToken: (result.pageToken ?? result.nextPageToken) as string | undefined,
      requestId: requestId ?? "",
      replayed: headers.get("idempotent-replayed") === "true",
    };
  if (error && typeof error.status === "string") throw refusal(error, target, facts);
  throw foreign(received, target.baseUrl + target.path, facts);
}

/** The error for a refusal by the service. Its message contains all that helps, because often nothing else is shown. */
function refusal(error: Record<string, unknown>, { baseUrl, path }: Target, facts: ErrorFacts): AtriumError {
  const { status, message, details } = error as { status: ErrorCode; message: unknown; details?: { hint?: string } };
  const reason = String(message);
  const { httpStatus = 500, requestId } = facts;
  // Documentation helps only if the caller can change something.
  const documentation = httpStatus < 500 && httpStatus !== 429 ? `${baseUrl}/docs${path}` : undefined;
  const references = [documentation && `See ${documentation}`, requestId && `Request ${requestId}`].filter(Boolean);
  const parts = [advise(reason), details?.hint, references.length > 0 && `(${references.join(". ")}.)`].filter(Boolean);
  return new AtriumError(status, parts.join(" "), { ...facts, reason, documentation, details });
}

type Envelope = { [part in "result" | "error"]?: Record<string, unknown> };

function envelope(text: string): Envelope {
  try {
    return (JSON.parse(text) ?? {}) as Envelope;
  } catch {
    return {};
  }
}

/** Adds advice in the client's terms, which the service does not know. */
function advise(message: string): string {
  return /^(API key|Auth token) not found in headers\.$/i.test(message)
    ? `${message} The client sent it: check headerBrand, and that no proxy removes headers.`
    : message;
}

/** The error for a response that comes from a proxy or another server instead of the service. */
function foreign({ status, headers, text }: Received, url: string, facts: ErrorFacts): AtriumError {
  const type = headers.get("content-type")?.split(";")[0] || "no content type";
  const begin = text
    .replace(/<(style|script)\b[\s\S]*?<\/\1>|<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, 100);
  const summary = `status ${status}, ${type}${begin && `: "${begin}"`}`;
  // A browser does not reveal where a redirect leads.
  if (status === 0 || (status >= 300 && status < 400)) {
    const target = headers.get("location") ?? "another address";
    return new AtriumError(
      "FAILED_PRECONDITION",
      `${url} redirects to ${target}. Set baseUrl to the final address; the client does not send credentials elsewhere.`,
      facts,
    );
  }
  if (status === 429)
    return new AtriumError(
      "RESOURCE_EXHAUSTED",
      `A proxy in front of Atrium limits requests to ${url} (${summary}).`,
      facts,
    );
  if (status === 413)
    return new AtriumError(
      "INVALID_ARGUMENT",
      `A proxy in front of Atrium refuses a request of this size to ${url} (${summary}).`,
      facts,
    );
  if (status >= 502 && status <= 504)
    return new AtriumError(
      "UNAVAILABLE",
      `A gateway in front of Atrium answered for ${url} (${summary}). Is the server running?`,
      facts,
    );
  return new AtriumError(
    "UNKNOWN",
    `${url} did not answer as Atrium does (${summary}). Is baseUrl right, and is there a proxy or a login page in front of it?`,
    facts,
  );
}
