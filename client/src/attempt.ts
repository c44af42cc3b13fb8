import type { Received } from "./answer.ts";
import { AtriumError } from "./error.ts";
import type { Timing } from "./timing.ts";

/** One request. */
export interface Attempt {
  fetch: typeof fetch;
  url: string;
  headers: Record<string, string>;
  body: string;
  /** In ms, until the response is read completely. */
  timeout: number;
  signals: readonly AbortSignal[];
}

/**
 * Sends one request and reads the response.
 * @throws AtriumError DEADLINE_EXCEEDED, or UNAVAILABLE when there is no response; the reason of a signal that ended it.
 */
export async function attempt(
  { fetch, url, headers, body, timeout, signals }: Attempt,
  timing: Timing,
): Promise<Received> {
  const ending = new AbortController();
  const end = () => ending.abort();
  let isLate = false;
  const disarm = timing.after(timeout, () => {
    isLate = true;
    end();
  });
  const throwIfAborted = () => {
    for (const signal of signals) signal.throwIfAborted();
  };
  for (const signal of signals) signal.addEventListener("abort", end);
  try {
    throwIfAborted();
    // Redirected requests would send the credentials to any target.
    const response = await fetch(url, { method: "POST", headers, body, redirect: "manual", signal: ending.signal });
    return { status: response.status, headers: response.headers, text: await response.text() };
  } catch (cause) {
    throwIfAborted();
    if (isLate) throw new AtriumError("DEADLINE_EXCEEDED", `${url} did not answer within ${timeout} ms.`, { cause });
    throw unreachable(url, cause);
  } finally {
    disarm();
    for (const signal of signals) signal.removeEventListener("abort", end);
  }
}

/**
 * The error for a request without a response, or whose response breaks off.
 * @param cause what `fetch` threw. Node hides the reason, such as ECONNREFUSED, in the cause of that.
 */
export function unreachable(url: string, cause: unknown): AtriumError {
  const thrown = cause as { code?: string; message?: string; cause?: { code?: string; message?: string } } | undefined;
  const reason = thrown?.cause?.code ?? thrown?.cause?.message ?? thrown?.code ?? thrown?.message;
  // A browser keeps the refusal of a page's origin from the page: it looks like a server that can't be reached.
  const { origin } = globalThis as { origin?: string };
  const isForeign = origin && !url.startsWith(`${origin}/`);
  const advice = `Is the server running, and is baseUrl right?${isForeign ? ` Is ${origin} an allowed domain of the API key?` : ""}`;
  const message = `${url} can't be reached${reason ? ` (${reason})` : ""}. ${advice}`;
  return new AtriumError("UNAVAILABLE", message, { cause });
}
