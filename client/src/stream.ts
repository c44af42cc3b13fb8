import { backoff, isRetryable } from "./backoff.ts";
import type { EndpointFacts } from "./call.ts";
import { AtriumError, type ErrorCode } from "./error.ts";
import type { Settings, StreamOptions } from "./options.ts";
import { type AnyEvent, connect } from "./stream-connection.ts";
import type { Timing } from "./timing.ts";

/** The data of the event `bye`. */
interface Bye {
  reason: string;
  reconnect: boolean;
  error: { status: ErrorCode; message: string; details?: unknown };
}

/**
 * Yields the events of a stream. If the connection breaks, or the server closes it temporarily, the stream is reopened
 * after the last event. The first connection has as many attempts as any call; once it was open, there is no limit.
 * @throws AtriumError of a refusal, or of the last attempt of the first connection. If a signal ended the stream: its
 * reason.
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
  let url = settings.baseUrl + endpoint.path;
  for (let attempts = 1; ; attempts++) {
    let cause: AtriumError | undefined;
    try {
      const connection = connect(settings, timing, endpoint, url, input, { ...options, lastEventId });
      for await (const { event, data, id, retry } of connection) {
        [wasOpen, attempts, wait] = [true, 1, retry];
        lastEventId = id || lastEventId;
        cause = event === "bye" && reconnect ? temporaryEnd(data as Bye, settings) : undefined;
        if (cause) break;
        yield { event, data, id: lastEventId };
        if (event === "bye") return;
      }
      cause ??= new AtriumError("UNAVAILABLE", `${url} ended the stream without saying why.`);
      if (!reconnect) throw cause;
    } catch (error) {
      if (!(error instanceof AtriumError)) throw error;
      const { retryAfter = 0, details } = error;
      const { streamUrl } = Object(details);
      if (streamUrl !== url && /^https:/.test(streamUrl)) {
        // What is in front of the service holds streams back, and the service has another address for them.
        url = streamUrl;
        continue;
      }
      const isWorthIt = reconnect && isRetryable(error, true) && retryAfter * 1000 <= settings.maxRetryWait;
      if (!isWorthIt || (!wasOpen && attempts > settings.retries))
        throw Object.assign(error, { path: endpoint.path, attempts });
      cause = error;
    }
    onDisconnect?.(cause);
    // Streams that ended together must not reconnect together.
    await timing.sleep(Math.max(wait * (1 + timing.random()), backoff(attempts, cause.retryAfter, timing)), signals);
  }
}

/**
 * Why a stream is to be reopened: later, or, if there is a token function, with a new token that may grant access.
 * Undefined if it has ended for good.
 */
function temporaryEnd({ reconnect, reason, error }: Bye, { userToken }: Settings): AtriumError | undefined {
  const isTemporary = reconnect || (/^(token|access)_ended$/.test(reason) && typeof userToken === "function");
  const { status, message, details } = error;
  return isTemporary ? new AtriumError(status, message, { reason: message, details }) : undefined;
}
