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
 * @throws AtriumError DEADLINE_EXCEEDED, or UNAVAILABLE if there is no response. If a signal ended the request: its
 * reason.
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
 * The error for a request that got no response, or whose response broke off.
 * @param cause what `fetch` threw. Node puts the reason, such as ECONNREFUSED, into the cause of that error.
 */
export function unreachable(url: string, cause: unknown): AtriumError {
  const thrown = cause as { code?: string; message?: string; cause?: { code?: string; message?: string } } | undefined;
  const reason = thrown?.cause?.code ?? thrown?.cause?.message ?? thrown?.code ?? thrown?.message;
  // A browser does not tell the page that its origin was refused: this looks like an unreachable server.
  const { origin } = globalThis as { origin?: string };
  const isForeign = origin && !url.startsWith(`${origin}/`);
  const advice = `Is the server running, and is baseUrl right?${isForeign ? ` Is ${origin} an allowed domain of the API key?` : ""}`;
  const message = `${url} can't be reached${reason ? ` (${reason})` : ""}. ${advice}`;
  return new AtriumError("UNAVAILABLE", message, { cause });
}
