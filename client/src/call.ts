import { readAnswer } from "./answer.ts";
import { attempt } from "./attempt.ts";
import { backoff, isRetryable } from "./backoff.ts";
import { AtriumError } from "./error.ts";
import type { Limits } from "./in-time.ts";
import { type CallOptions, checkHeaderValue, type Settings } from "./options.ts";
import type { Page } from "./reply.ts";
import type { Timing } from "./timing.ts";
import { askForToken } from "./user-token.ts";
import { warnOfIgnoredFields } from "./warn-of-ignored-fields.ts";

/** Not every runtime has `process`, and the client must not need Node's types. */
declare const process: { env: { NODE_ENV?: string } };

/** What the client knows about an endpoint at run time. */
export interface EndpointFacts {
  /** Such as `/v2/users/add`. */
  path: string;
  auth: "apiKey" | "workspace" | "public";
  isWrite: boolean;
}

/**
 * Calls an endpoint and retries transient failures with the same idempotency key.
 * @throws AtriumError of the last attempt.
 */
export async function call(
  settings: Settings,
  timing: Timing,
  endpoint: EndpointFacts,
  input: unknown,
  options: CallOptions = {},
): Promise<Page<unknown>> {
  const { path, auth, isWrite } = endpoint;
  const signals = [settings.signal, options.signal].filter((signal) => signal !== undefined);
  const { timeout = settings.timeout, retries = settings.retries } = options;
  const limits = { timing, timeout, signals };
  const { baseUrl, fetch } = settings;
  const headers: Record<string, string> = { "content-type": "application/json" };
  if (isWrite) headers["idempotency-key"] = options.idempotencyKey ?? crypto.randomUUID();
  let body: string;
  try {
    body = JSON.stringify({ data: input ?? {} });
    // `fetch` would fail as if the server could not be reached.
    new Headers({ ...headers, ...options.headers });
  } catch (cause) {
    const message = `${path} can't be sent: ${(cause as Error).message}`;
    throw new AtriumError("INVALID_ARGUMENT", message, { path, cause });
  }
  // The service stores no reply for calls without a tenant, so it cannot recognise a repeated write.
  const isSafe = !isWrite || auth !== "public";
  for (let attempts = 1; ; attempts++) {
    try {
      const credentials = await credentialsFor(settings, endpoint, limits);
      const request = { fetch, url: baseUrl + path, body, headers: { ...headers, ...credentials, ...options.headers } };
      const received = await attempt(request, limits);
      // Bundlers for production replace the condition and drop the warning. In other environments `process` may be
      // missing.
      try {
        if (process.env.NODE_ENV !== "production") warnOfIgnoredFields(settings, path, received.headers);
      } catch {}
      return readAnswer(received, { baseUrl, path }, timing.now());
    } catch (error) {
      if (!(error instanceof AtriumError)) throw error;
      const wait = backoff(attempts, error.retryAfter, timing);
      if (attempts > retries || !isRetryable(error, isSafe) || (error.retryAfter ?? 0) * 1000 > settings.maxRetryWait)
        throw Object.assign(error, { path, attempts });
      await timing.sleep(wait, signals);
    }
  }
}

/** The headers with the credentials that an endpoint requires, and no others. */
export async function credentialsFor(
  settings: Settings,
  { path, auth }: EndpointFacts,
  limits: Limits,
): Promise<Record<string, string>> {
  if (auth === "public") return {};
  const { userToken } = settings;
  if (auth === "apiKey" && userToken !== undefined) {
    const token = typeof userToken === "function" ? await askForToken(userToken, limits) : userToken;
    return { authorization: `Bearer ${checkHeaderValue("userToken", token)}` };
  }
  const headers = auth === "apiKey" ? settings.keyHeaders : settings.workspaceHeaders;
  if (headers) return headers;
  const needed = auth === "apiKey" ? "apiKey and authToken (or userToken)" : "workspaceId and workspaceAuthToken";
  throw new AtriumError("UNAUTHENTICATED", `${path} needs credentials: give createClient ${needed}.`);
}
