import { backoff, mayTryAgain } from "./backoff.ts";
import type { EndpointFacts } from "./call.ts";
import { AtriumError, type ErrorCode } from "./error.ts";
import type { Settings, StreamOptions } from "./options.ts";
import { type AnyEvent, connect } from "./stream-connection.ts";
import type { Timing } from "./timing.ts";

/** What the event `bye` says. */
interface Bye {
  reason: string;
  reconnect: boolean;
  error: { status: ErrorCode; message: string; details?: unknown };
}

/**
 * Yields the events of a stream. A connection that breaks, or that the server ends for a while, is opened again behind the last
 * event that arrived: a first one as often as any call is tried again, later ones without end.
 * @throws AtriumError of a refusal, or of the last try of the first connection; the reason of a signal that ended it.
 */
export async function* stream(
  settings: Settings,
  timing: Timing,
  endpoint: EndpointFacts,
  input: Record<string, string>,
  options: StreamOptions = {},
): AsyncGenerator<AnyEvent, void, undefined> {
  const { reconnect = true, onDisconnect } = options;
  const signals = [settings.signal, options.signal].filter((signal) => signal !== undefined);
  let { lastEventId = "" } = options;
  let wait = 0;
  let wasOpen = false;
  for (let attempts = 1; ; attempts++) {
    let cause: AtriumError | undefined;
    try {
      const connection = connect(settings, timing, endpoint, input, { ...options, lastEventId });
      for await (const { event, data, id, retry } of connection) {
        [wasOpen, attempts, wait] = [true, 1, retry];
        lastEventId = id || lastEventId;
        cause = event === "bye" && reconnect ? temporaryEnd(data as Bye, settings) : undefined;
        if (cause) break;
        yield { event, data, id: lastEventId };
        if (event === "bye") return;
      }
      const url = settings.baseUrl + endpoint.path;
      cause ??= new AtriumError("UNAVAILABLE", `${url} ended the stream without saying why.`);
      if (!reconnect) throw cause;
    } catch (error) {
      if (!(error instanceof AtriumError)) throw error;
      const { code, message, retryAfter = 0 } = error;
      const isWorthIt = reconnect && mayTryAgain(error, true) && retryAfter * 1000 <= settings.maxRetryWait;
      if (!isWorthIt || (!wasOpen && attempts > settings.retries))
        throw new AtriumError(code, message, { ...error, path: endpoint.path, attempts, cause: error.cause });
      cause = error;
    }
    onDisconnect?.(cause);
    // Streams that ended together do not return together.
    await timing.sleep(Math.max(wait * (1 + timing.random()), backoff(attempts, cause.retryAfter, timing)), signals);
  }
}

/** Why a stream is opened again: later, or with a new token, which may open more, where there is a source of them. Undefined where it has ended for good. */
function temporaryEnd({ reconnect, reason, error }: Bye, { userToken }: Settings): AtriumError | undefined {
  const isTemporary = reconnect || (/^(token|access)_ended$/.test(reason) && typeof userToken === "function");
  return isTemporary ? new AtriumError(error.status, error.message, { details: error.details }) : undefined;
}
