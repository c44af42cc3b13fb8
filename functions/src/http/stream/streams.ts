import { DocumentFeed } from "#domain/live/store/document-feed";
import { documentPath } from "#domain/organizations/store/organizations";
import { revocations } from "#domain/tokens/store/revocations";
import { credentials } from "#domain/workspaces/store/credentials";
import { RevocationWatch } from "#http/auth/revocation-watch";
import { rateLimits } from "#http/rate-limit";
import { expose, preflight } from "#http/request/cors";
import { header } from "#http/request/request";
import type { Response } from "#http/response";
import { refusal, requestId } from "#http/serve";
import { ApiError } from "#platform/error";
import { shortHash } from "#platform/short-hash";
import { hostTimer, type SetTimer } from "#platform/timer";
import type { Call, UserCall } from "#src/call";
import type { Context, UserTokenKeys } from "#src/context";
import { type Cost, MeteredStore } from "#store/metered";
import {
  authenticateStream,
  type StreamAccess,
  type StreamQuery,
  type StreamRequest,
  streamAccess,
  streamQuery,
  streamRule,
} from "./access.ts";
import { StreamLimits } from "./limits.ts";
import type { OpenStream } from "./open-stream.ts";
import { type SessionHost, StreamSession } from "./session.ts";
import { organizationsOf } from "./view.ts";

/** Where streams are asked for: the one path that takes GET and credentials. */
export const STREAM_PATH = "/v2/documents/stream";

/** A reply that goes on. */
export interface StreamReply {
  status: 200;
  headers: Record<string, string>;
  events: OpenStream;
}

const DAY = 86_400_000;
/** How long what was read of a document is kept up to date when nobody streams it, in ms: a client may come back. */
const LINGER = 10_000;
/** Ms in which an API key is read anew once, however many streams are checked. */
const KEY_READ = 10_000;
/** Pause between two looks whether signing keys were taken away, in ms. */
const SIGNING_KEYS_LOOK = 5000;
/** Keys of which is remembered when they were read. */
const KEYS = 10_000;

/** The open streams of one process (`GET /v2/documents/stream`). */
export class Streams {
  readonly #context: Context;
  readonly #timer: SetTimer;
  readonly #limits: StreamLimits;
  readonly #feeds = new Map<string, DocumentFeed>();
  readonly #sessions = new Set<StreamSession>();
  /** By API key, as long as it has streams. */
  readonly #revocations = new Map<string, { watch: RevocationWatch; sessions: Set<StreamSession> }>();
  #signingKeys: UserTokenKeys | undefined;
  #cancelKeyLook: (() => void) | undefined;
  readonly #keysRead = new Map<string, number>();
  #isClosed = false;

  constructor(context: Context, { timer = hostTimer }: { timer?: SetTimer } = {}) {
    this.#context = context;
    this.#timer = timer;
    this.#limits = new StreamLimits(context.settings.streams);
  }

  /** Answers any request for a stream; never throws. */
  async open(request: StreamRequest): Promise<Response | StreamReply> {
    const started = performance.now();
    const cost: Cost = { reads: 0, writes: 0, trips: 0 };
    const id = requestId(this.#context, request);
    const call: Call = { ...this.#context, requestId: id, store: new MeteredStore(this.#context.store, cost) };
    const reply = await this.#answer(call, request).catch((error: unknown) =>
      refusal(this.#context, { requestId: id, path: STREAM_PATH }, error),
    );
    if (request.headers.authorization !== undefined) expose(streamRule, request, reply);
    reply.headers["x-request-id"] = id;
    const ms = Math.round((performance.now() - started) * 10) / 10;
    this.#context.log.info(
      { requestId: id, path: STREAM_PATH, status: reply.status, ip: request.ip, ms, ...cost },
      "request",
    );
    return reply;
  }

  /** Ends all streams; their clients are told to come back. New ones are refused with UNAVAILABLE. */
  close(): void {
    this.#isClosed = true;
    for (const session of [...this.#sessions]) session.end("shutdown");
    for (const feed of this.#feeds.values()) feed.stop();
    this.#feeds.clear();
  }

  /** The one order: method, credentials, limits, what is asked for, access. */
  async #answer(call: Call, request: StreamRequest): Promise<Response | StreamReply> {
    if (request.method !== "GET")
      return preflight(streamRule, request, { method: "GET", further: ["last-event-id"] }) ?? refuseMethod();
    const user = await authenticateStream(this.#context, call, request);
    const { apiKeyId } = user.apiKey;
    await rateLimits(this.#context).consumeAsUser(apiKeyId, user.user.userId);
    const place = streamQuery(request);
    const access = await streamAccess(user, place, []);
    if (this.#isClosed) throw new ApiError("UNAVAILABLE", "The server ends. Try again.", { retryAfter: 1 });
    const giveBack = this.#limits.take({ apiKeyId, userId: user.user.userId, ip: request.ip });
    const [key, feed] = this.#feed(user, place);
    const release = feed.hold();
    const leave = () => {
      giveBack();
      this.#leave(key, feed);
    };
    try {
      await feed.whenRead;
      const organizationIds = organizationsOf(feed);
      const { members } = organizationIds.size > 0 ? await streamAccess(user, place, organizationIds) : access;
      const session = this.#session(user, request, { feed, place, access: { ...access, members }, leave });
      return { status: 200, headers: { ...streamHeaders }, events: session.events };
    } catch (error) {
      leave();
      throw error;
    } finally {
      release();
    }
  }

  #session(
    user: UserCall,
    request: StreamRequest,
    given: { feed: DocumentFeed; place: StreamQuery; access: StreamAccess; leave: () => void },
  ): StreamSession {
    const { feed, place, access, leave } = given;
    const { requestId } = user;
    const started = user.now();
    // Only what is looked at again.
    const { authorization, origin } = request.headers;
    const asked: StreamRequest = { ...request, headers: { authorization, origin } };
    const host: SessionHost = {
      timer: this.#timer,
      check: (organizationIds) => this.#check(asked, { user, place, organizationIds }),
      onEnd: (reason) => {
        this.#sessions.delete(session);
        unwatch();
        leave();
        const seconds = Math.round((user.now() - started) / 1000);
        this.#context.log.info({ requestId, path: STREAM_PATH, seconds, reason }, "stream ended");
      },
    };
    const call = { ...user, store: this.#context.store };
    const mark = header(request, "last-event-id");
    const session = new StreamSession({ call, access }, { feed, place, mark, host });
    this.#sessions.add(session);
    const unwatch = this.#watchEnds(user, session);
    // It may have ended while this one was on its way.
    if (this.#isClosed) session.end("shutdown");
    return session;
  }

  /** Has the session checked as soon as tokens of its user, or signing keys, may have ended. @returns stops that. */
  #watchEnds(user: UserCall, session: StreamSession): () => void {
    const { apiKeyId } = user.apiKey;
    const watched = this.#revocations.get(apiKeyId) ?? this.#watchRevocations(user);
    watched.sessions.add(session);
    this.#cancelKeyLook ??= this.#lookForKeys();
    return () => {
      watched.sessions.delete(session);
      if (watched.sessions.size > 0) return;
      watched.watch.stop();
      this.#revocations.delete(apiKeyId);
      if (this.#sessions.size > 0) return;
      this.#cancelKeyLook?.();
      this.#cancelKeyLook = undefined;
    };
  }

  #watchRevocations({ user: _, ...server }: UserCall) {
    const sessions = new Set<StreamSession>();
    const tell = (users: readonly string[]) => {
      const concerned = new Set(users);
      for (const session of sessions) if (concerned.has(shortHash(session.userId))) session.checkSoon();
    };
    const watch = new RevocationWatch({ ...server, store: this.#context.store }, this.#timer, tell);
    const watched = { watch, sessions };
    this.#revocations.set(server.apiKey.apiKeyId, watched);
    return watched;
  }

  /** Looks again and again whether the signing keys are still those that open tokens were verified with. */
  #lookForKeys(): () => void {
    this.#signingKeys ??= this.#context.userTokenKeys();
    return this.#timer(SIGNING_KEYS_LOOK, () => {
      const keys = this.#context.userTokenKeys();
      if (keys !== this.#signingKeys) for (const session of this.#sessions) session.checkSoon();
      this.#signingKeys = keys;
      this.#cancelKeyLook = this.#lookForKeys();
    });
  }

  /** What is read of a document, and kept for all its streams. A new reading each day, so that what is kept has an end. */
  #feed(call: UserCall, place: StreamQuery): [key: string, DocumentFeed] {
    const since = (Math.floor(call.now() / DAY) - 1) * DAY;
    const key = `${documentPath(call, place.organizationId, place.documentId)} ${since}`;
    let feed = this.#feeds.get(key);
    if (!feed) {
      const { user: _, ...server } = call;
      feed = new DocumentFeed({ ...server, store: this.#context.store }, { ...place, since }, this.#timer);
      this.#feeds.set(key, feed);
      const failed = feed;
      void feed.whenFailed.then(() => this.#feeds.get(key) === failed && this.#feeds.delete(key));
    }
    return [key, feed];
  }

  #leave(key: string, feed: DocumentFeed): void {
    if (!feed.isEmpty) return;
    this.#timer(LINGER, () => {
      if (!feed.isEmpty) return;
      feed.stop();
      if (this.#feeds.get(key) === feed) this.#feeds.delete(key);
    });
  }

  async #check(
    request: StreamRequest,
    { user, place, organizationIds }: { user: UserCall; place: StreamQuery; organizationIds: Iterable<string> },
  ) {
    this.#forgetOld(user);
    const call = await authenticateStream(this.#context, { ...this.#context, requestId: user.requestId }, request);
    return { call, access: await streamAccess(call, place, organizationIds) };
  }

  /** What ends access is read anew: what calls go by may be a minute old. */
  #forgetOld(call: UserCall): void {
    const now = call.now();
    const { apiKeyId } = call.apiKey;
    revocations(call).forget(call, [shortHash(call.user.userId)]);
    if (now - (this.#keysRead.get(apiKeyId) ?? Number.NEGATIVE_INFINITY) < KEY_READ) return;
    // Those before are due anyway.
    if (this.#keysRead.size >= KEYS) this.#keysRead.clear();
    this.#keysRead.set(apiKeyId, now);
    credentials(call).forget("apiKey", apiKeyId);
  }
}

const streamHeaders = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-store, no-transform",
  // A proxy that gathers what it passes on would hold events back.
  "x-accel-buffering": "no",
  connection: "close",
};

function refuseMethod(): never {
  throw new ApiError("INVALID_ARGUMENT", "The method must be GET.", { httpStatus: 405, headers: { allow: "GET" } });
}
