import type { Received } from "./answer.ts";
import { AtriumError } from "./error.ts";
import { inTime, type Limits } from "./in-time.ts";

/** One request. */
export interface Attempt {
  fetch: typeof fetch;
  url: string;
  headers: Record<string, string>;
  body: string;
}

/**
 * Sends one request and reads the response.
 * @param limits apply until the response is read completely.
 * @throws AtriumError DEADLINE_EXCEEDED, or UNAVAILABLE if there is no response. If a signal ended the request: its
 * reason.
 */
export function attempt({ fetch, url, headers, body }: Attempt, limits: Limits): Promise<Received> {
  return inTime(
    async (signal) => {
      try {
        // Redirected requests would send the credentials to any target.
        const response = await fetch(url, { method: "POST", headers, body, redirect: "manual", signal });
        return { status: response.status, headers: response.headers, text: await response.text() };
      } catch (cause) {
        throw unreachable(url, cause);
      }
    },
    limits,
    `${url} did not answer within ${limits.timeout} ms.`,
  );
}

/**
 * The error for a request that got no response, or whose response broke off.
 * @param cause what `fetch` threw. Node puts the reason, such as ECONNREFUSED, into the cause of that error.
 */
export function unreachable(url: string, cause: unknown): AtriumError {
  const thrown = cause as { code?: string; message?: string; cause?: { code?: string; message?: string } } | undefined;
  const { code, message: text } = thrown?.cause ?? thrown ?? {};
  const reason = code ?? text;
  // A browser does not tell the page that its origin was refused: this looks like an unreachable server.
  const { origin } = globalThis as { origin?: string };
  const isForeign = origin && !url.startsWith(`${origin}/`);
  const advice = `Is the server running, and is baseUrl right?${isForeign ? ` Is ${origin} an allowed domain of the API key?` : ""}`;
  const message = `${url} can't be reached${reason ? ` (${reason})` : ""}. ${advice}`;
  return new AtriumError("UNAVAILABLE", message, { cause });
}
