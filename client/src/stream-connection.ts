import { readAnswer, type Target } from "./answer.ts";
import { unreachable } from "./attempt.ts";
import { credentialsFor, type EndpointFacts } from "./call.ts";
import { AtriumError } from "./error.ts";
import { EventParser } from "./event-parser.ts";
import type { Settings, StreamOptions } from "./options.ts";
import type { Timing } from "./timing.ts";

/** An event of any stream. */
export interface AnyEvent {
  event: string;
  data: unknown;
  /** Empty until an event has had an id. */
  id: string;
}

/** An event as received, with the wait before the next connection that the server asked for, in ms. */
interface ReceivedEvent extends AnyEvent {
  retry: number;
}

/**
 * Opens one connection of a stream and yields its events until it ends. Leaving the loop closes it.
 * @param url of the stream, without its query.
 * @throws AtriumError of the refusal; UNAVAILABLE if the connection breaks; DEADLINE_EXCEEDED if neither an event nor a
 * heartbeat arrives for `timeout` ms. If a signal ended the stream: its reason.
 */
export async function* connect(
  settings: Settings,
  timing: Timing,
  endpoint: EndpointFacts,
  url: string,
  input: Record<string, string>,
  options: StreamOptions,
): AsyncGenerator<ReceivedEvent, void, undefined> {
  const { timeout = settings.timeout, lastEventId } = options;
  const signals = [settings.signal, options.signal].filter((signal) => signal !== undefined);
  const credentials = await credentialsFor(settings, endpoint, { timing, timeout, signals });
  const headers = {
    accept: "text/event-stream",
    ...(lastEventId ? { "last-event-id": lastEventId } : {}),
    ...credentials,
    ...options.headers,
  };
  const limit = new Limit(url, timeout, signals, timing);
  try {
    const address = `${url}?${new URLSearchParams(input)}`;
    // Redirected requests would send the credentials to any target.
    const request = settings.fetch(address, { headers, redirect: "manual", signal: limit.signal });
    const response = await limit.explained(request);
    await refuseOther(response, { baseUrl: settings.baseUrl, path: endpoint.path }, limit, timing);
    yield* eventsOf(response, limit);
  } finally {
    limit.release();
  }
}

/** Ends a stream that is idle for too long or whose caller aborts it. */
class Limit {
  readonly #controller = new AbortController();
  readonly #url: string;
  readonly #timeout: number;
  readonly #timing: Timing;
  readonly #stops: (() => void)[] = [];
  #disarm: () => void = () => undefined;

  constructor(url: string, timeout: number, signals: readonly AbortSignal[], timing: Timing) {
    this.#url = url;
    this.#timeout = timeout;
    this.#timing = timing;
    for (const signal of signals) {
      signal.throwIfAborted();
      const end = () => this.#controller.abort(signal.reason);
      signal.addEventListener("abort", end);
      this.#stops.push(() => signal.removeEventListener("abort", end));
    }
    this.restart();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Restarts the timeout after data has arrived. */
  restart(): void {
    this.#disarm();
    const message = `${this.#url} sent nothing for ${this.#timeout} ms.`;
    this.#disarm = this.#timing.after(this.#timeout, () =>
      this.#controller.abort(new AtriumError("DEADLINE_EXCEEDED", message)),
    );
  }

  /** @throws the reason why the stream ended, if `work` fails. */
  explained<T>(work: Promise<T>): Promise<T> {
    return work.catch((cause: unknown) => {
      this.signal.throwIfAborted();
      throw unreachable(this.#url, cause);
    });
  }

  /** Closes the connection of an ended stream. */
  release(): void {
    this.#disarm();
    for (const stop of this.#stops) stop();
    this.#controller.abort();
  }
}

/** @throws AtriumError for every response that is not a stream. */
async function refuseOther(response: Response, target: Target, limit: Limit, timing: Timing): Promise<void> {
  const { status, headers } = response;
  if (status === 200 && headers.get("content-type")?.startsWith("text/event-stream")) return;
  const text = await limit.explained(response.text());
  readAnswer({ status, headers, text }, target, timing.now());
  const message = `${target.baseUrl}${target.path} answered, but not with a stream.`;
  throw new AtriumError("UNKNOWN", message, { httpStatus: status });
}

async function* eventsOf(response: Response, limit: Limit): AsyncGenerator<ReceivedEvent, void, undefined> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  const parser = new EventParser();
  for (;;) {
    const chunk = reader && (await limit.explained(reader.read()));
    if (!chunk || chunk.done) return;
    limit.restart();
    for (const { event, data, id, retry } of parser.read(decoder.decode(chunk.value, { stream: true })))
      yield { event, data: JSON.parse(data), id, retry };
  }
}
