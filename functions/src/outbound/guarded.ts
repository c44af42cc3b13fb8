import { lookup as systemLookup } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { LRUCache } from "lru-cache";
import { Agent, buildConnector, type Dispatcher, errors } from "undici";
import type { Outbound, OutboundReply, OutboundRequest } from "./port.ts";
import { isPublicAddress } from "./public-address.ts";
import { type Lookup, publicLookup } from "./public-lookup.ts";

/** Bytes of a reply that are read unless a call sets its own limit. */
export const MAX_REPLY_BYTES = 20_000;

/** Maximum number of connections of one caller to one host. */
const CONNECTIONS_PER_HOST = 32;
/** Maximum number of callers whose connections are kept for further calls. */
const MAX_CALLERS = 1000;
/** Maximum number of interim responses (1xx): each costs work, and the limits on body and headers don't cover them. */
const MAX_INTERIM = 10;
/** How long an idle connection stays open, in ms. */
const KEEP_ALIVE = 30_000;
/** Timeout for opening a connection, in ms: resolving the name, TCP and TLS. */
const CONNECT_TIMEOUT = 10_000;

/** Options of outbound calls. */
export interface GuardOptions {
  /** Allows calls to private addresses: environment `ALLOW_PRIVATE_WEBHOOKS`, on the one-machine host only. */
  allowPrivate: boolean;
  /** Replaces the lookup of names, for tests. */
  lookup?: Lookup;
  /** Replaces the timeout for opening a connection, in ms, for tests. */
  connectTimeout?: number;
}

/** The address was refused before a connection was opened. */
class RefusedAddress extends Error {}

/** The other side sent too many interim responses. */
class TooManyInterim extends Error {}

/**
 * Calls servers at public addresses only. The address of a name is checked when the connection is opened, and the connection
 * goes to the checked address, so that DNS rebinding can't redirect it.
 */
export class GuardedOutbound implements Outbound {
  readonly #connect: buildConnector.connector;
  /** The connections of each caller. One that is dropped closes them after the calls that still use them. */
  readonly #agents = new LRUCache<string, Agent>({ max: MAX_CALLERS, dispose: (agent) => void agent.close() });

  constructor(options: GuardOptions) {
    this.#connect = guardedConnector(options);
  }

  async post({
    url,
    headers,
    body,
    caller,
    timeout,
    maxReplyBytes = MAX_REPLY_BYTES,
  }: OutboundRequest): Promise<OutboundReply> {
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(), timeout);
    const { promise: aborted, reject } = Promise.withResolvers<never>();
    abort.signal.addEventListener("abort", () => reject(abort.signal.reason));
    try {
      const { origin, pathname, search, username, password } = new URL(url);
      const request = this.#agentOf(caller).request({
        origin,
        path: pathname + search,
        method: "POST",
        headers: { ...headers, ...credentialsOf(username, password) },
        body,
        signal: abort.signal,
        onInfo: limitedInterim(),
      });
      // The client heeds the signal only once it has a connection, and never sends a request that was aborted before.
      const reply = await Promise.race([request, aborted]);
      const { statusCode: status } = reply;
      const { "retry-after": retryAfter } = reply.headers;
      return {
        status,
        body: await beginningOf(reply, maxReplyBytes),
        ...(typeof retryAfter === "string" && { retryAfter }),
      };
    } catch (error) {
      return { error: abort.signal.aborted ? `No answer within ${timeout / 1000} s.` : describeError(error), body: "" };
    } finally {
      clearTimeout(timer);
    }
  }

  async close(): Promise<void> {
    await Promise.all(Array.from(this.#agents.values(), (agent) => agent.destroy()));
  }

  #agentOf(caller: string): Agent {
    const present = this.#agents.get(caller);
    if (present) return present;
    const agent = new Agent({
      connect: this.#connect,
      connections: CONNECTIONS_PER_HOST,
      keepAliveTimeout: KEEP_ALIVE,
      // The abort signal limits the duration of the whole call.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    this.#agents.set(caller, agent);
    return agent;
  }
}

/** @returns a listener to interim responses of one call, which ends the call and its connection when there are too many. */
function limitedInterim(): () => void {
  let count = 0;
  return () => {
    if (++count > MAX_INTERIM) throw new TooManyInterim();
  };
}

/** The header for a user name and password in the URL (HTTP Basic). */
function credentialsOf(username: string, password: string): Record<string, string> {
  if (!username && !password) return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { authorization: `Basic ${Buffer.from(pair).toString("base64")}` };
}

async function beginningOf({ statusCode, body }: Dispatcher.ResponseData, maxBytes: number): Promise<string> {
  if (statusCode === 204 || statusCode === 304) {
    // These have no body. If the server states a length for it all the same, the client fails after the answer.
    body.on("error", () => undefined).resume();
    return "";
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    // Leaving the loop closes the connection, so an endless reply costs no more.
    if (size > maxBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, maxBytes).toString("utf8");
}

function guardedConnector({
  allowPrivate,
  // Names of the own network may stand in its hosts file only.
  lookup = allowPrivate ? systemLookup : publicLookup(),
  connectTimeout = CONNECT_TIMEOUT,
}: GuardOptions): buildConnector.connector {
  const guarded: LookupFunction = (hostname, options, done) =>
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, [], 0);
      const refused = allowPrivate ? undefined : addresses.find(({ address }) => !isPublicAddress(address));
      if (refused || addresses.length === 0) return done(new RefusedAddress(), [], 0);
      const [first] = addresses;
      return options.all ? done(null, addresses) : done(null, first?.address ?? "", first?.family);
    });
  const connect = buildConnector({ lookup: guarded, timeout: connectTimeout } as buildConnector.BuildOptions);
  return (target, done) => {
    const host = target.hostname.replace(/^\[|\]$/g, "");
    // A host that is an IP address needs no lookup, so it is checked here.
    if (!allowPrivate && isIP(host) && !isPublicAddress(host)) return done(new RefusedAddress(), null);
    return connect(target, done);
  };
}

/** An error message for the customer, without details of our own network. */
function describeError(error: unknown): string {
  if (error instanceof RefusedAddress) return "The address is not public.";
  if (error instanceof TooManyInterim) return "There were too many interim responses before the answer.";
  if (error instanceof errors.SocketError) return "The connection was closed before the answer was complete.";
  if (error instanceof errors.HTTPParserError) return "The answer is not HTTP.";
  const { code } = error as NodeJS.ErrnoException;
  if (code && messages[code]) return messages[code];
  if (/cert/i.test(code ?? "")) return "The certificate is not valid.";
  return /ssl|tls/i.test(code ?? "") ? "No encrypted connection could be made." : "The call failed.";
}

const messages: Record<string, string> = {
  ENOTFOUND: "The host name does not exist.",
  EAI_AGAIN: "The host name could not be resolved.",
  ECONNREFUSED: "The connection was refused.",
  ECONNRESET: "The connection was closed before the answer was complete.",
  EPIPE: "The connection was closed before the answer was complete.",
  EHOSTUNREACH: "The host can't be reached.",
  ENETUNREACH: "The host can't be reached.",
  ETIMEDOUT: "The host can't be reached.",
  DEPTH_ZERO_SELF_SIGNED_CERT: "The certificate is not valid.",
  SELF_SIGNED_CERT_IN_CHAIN: "The certificate is not valid.",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "The certificate is not valid.",
  ERR_SSL_WRONG_VERSION_NUMBER: "The address begins with https, but the server does not speak TLS.",
  UND_ERR_CONNECT_TIMEOUT: "No connection could be made in time.",
  UND_ERR_HEADERS_OVERFLOW: "The headers of the answer are too large.",
};
