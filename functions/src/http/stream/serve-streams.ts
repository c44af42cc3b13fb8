import { AccessRecord } from "#http/access-log";
import { requireMethod } from "#http/method";
import { rateLimits } from "#http/rate-limit";
import { refusal } from "#http/refusal";
import { expose, preflight } from "#http/request/cors";
import { header } from "#http/request/request";
import type { Response } from "#http/response";
import { hostTimer, type SetTimer } from "#platform/async/timer";
import { ApiError } from "#platform/error";
import type { Call, StreamEvents, UserCall } from "#src/call";
import type { Context } from "#src/context";
import { featureOff } from "#src/errors";
import { CallerChecks } from "./caller-checks.ts";
import type { StreamEndpoint, StreamSource } from "./declaration.ts";
import { StreamLimits } from "./limits.ts";
import { type StreamRequest, streamInput } from "./request.ts";

/** A reply that streams events. */
export interface StreamReply {
  status: 200;
  headers: Record<string, string>;
  events: StreamEvents;
}

/** Advice for requests with another method. */
const howToOpen =
  "A stream is opened with GET: send the place in the query, and the token in the header `authorization: Bearer <user token>`.";

/** FAILED_PRECONDITION: events would not arrive at the address in use. Clients read the other one from the details. */
function openElsewhere(streamUrl: string): ApiError {
  const message = `Replies at this address arrive only when they have ended. Open the stream at ${streamUrl}.`;
  return new ApiError("FAILED_PRECONDITION", message, { details: { streamUrl } });
}

/** The kernel of streams: answers requests for declared streams, and holds these open. One per process. */
export class StreamServer {
  readonly #context: Context;
  readonly #limits: StreamLimits;
  readonly #callers: CallerChecks;
  readonly #byPath: ReadonlyMap<string, { endpoint: StreamEndpoint; source: StreamSource<unknown, unknown> }>;
  #isClosed = false;

  constructor(
    context: Context,
    endpoints: readonly StreamEndpoint[],
    { timer = hostTimer }: { timer?: SetTimer } = {},
  ) {
    this.#context = context;
    this.#limits = new StreamLimits(context.settings.streams);
    context.metrics.register({ name: "atrium_streams_open", type: "gauge", help: "Streams that are open." }, () => [
      { value: this.#limits.size },
    ]);
    this.#callers = new CallerChecks(context, timer);
    this.#byPath = new Map(
      endpoints.map((endpoint) => [endpoint.path, { endpoint, source: endpoint.source(context, timer) }]),
    );
  }

  /** Answers a request at the path of a stream; throws only if no stream is declared at the path. */
  async open(request: StreamRequest): Promise<Response | StreamReply> {
    const stream = this.#byPath.get(request.path);
    if (!stream) throw new Error(`no stream is declared at ${request.path}`);
    const { endpoint, source } = stream;
    const { path } = endpoint;
    const record = new AccessRecord(this.#context, request, path);
    const { call } = record;
    const reply = await this.#answer(call, endpoint, source, request).catch((error: unknown) =>
      refusal(this.#context, { requestId: call.requestId, path }, error),
    );
    if (request.headers.authorization !== undefined) expose(endpoint, request, reply);
    reply.headers["x-request-id"] = call.requestId;
    if ("body" in reply) record.end(reply.status, Buffer.byteLength(reply.body), reply.error);
    else record.end(reply.status);
    return reply;
  }

  /** Ends all streams and asks their clients to reconnect. New streams are refused with UNAVAILABLE. */
  close(): void {
    this.#isClosed = true;
    for (const { source } of this.#byPath.values()) source.close();
  }

  /** Handles a request in a fixed order: method, address, credentials, limits, feature, query, access. */
  async #answer(
    call: Call,
    endpoint: StreamEndpoint,
    source: StreamSource<unknown, unknown>,
    request: StreamRequest,
  ): Promise<Response | StreamReply> {
    const permission = preflight(endpoint, request);
    if (permission) return permission;
    requireMethod(request.method, ["GET"], howToOpen);
    if (request.streamUrl !== undefined) throw openElsewhere(request.streamUrl);
    const user = Object.assign(call, await this.#callers.authenticate(call, endpoint, request));
    await rateLimits(this.#context).consumeAsUser(user.apiKey.apiKeyId, user.user.userId);
    requireFeature(endpoint, user);
    const input = streamInput(endpoint, request);
    const access = await source.authorize(user, input);
    if (this.#isClosed) throw new ApiError("UNAVAILABLE", "The server is shutting down. Try again.", { retryAfter: 1 });
    const giveBack = this.#limits.take({
      apiKeyId: user.apiKey.apiKeyId,
      userId: user.user.userId,
      ip: request.ip,
    });
    try {
      const events = await source.open(this.#callOf(user, endpoint, request, giveBack), input, access);
      return { status: 200, headers: { ...streamHeaders }, events };
    } catch (error) {
      giveBack();
      throw error;
    }
  }

  #callOf(user: UserCall, endpoint: StreamEndpoint, request: StreamRequest, giveBack: () => void) {
    const { requestId, now } = user;
    const { path } = endpoint;
    const started = now();
    // Only the headers that are checked again.
    const { authorization, origin } = request.headers;
    const again: StreamRequest = { ...request, headers: { authorization, origin } };
    return {
      ...user,
      lastEventId: header(request, "last-event-id"),
      authenticateAgain: () => this.#authenticateAgain(user, endpoint, again),
      onDoubt: (run: () => void) => this.#callers.watch(user, run),
      onEnd: (reason: string) => {
        giveBack();
        const seconds = Math.round((now() - started) / 1000);
        this.#context.log.info({ requestId, path, seconds, reason }, "stream ended");
      },
    };
  }

  async #authenticateAgain(user: UserCall, endpoint: StreamEndpoint, request: StreamRequest): Promise<UserCall> {
    const authenticated = await this.#callers.authenticateAgain(user, endpoint, request);
    requireFeature(endpoint, authenticated);
    return authenticated;
  }
}

const streamHeaders = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-store, no-transform",
  // A buffering proxy would delay events.
  "x-accel-buffering": "no",
  connection: "close",
};

/** @throws ApiError FAILED_PRECONDITION */
function requireFeature({ requires }: StreamEndpoint, { apiKey }: UserCall): void {
  if (requires && !apiKey.features[requires]) throw featureOff(requires);
}
