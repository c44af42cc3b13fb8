import { lookup as systemLookup } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { Agent, buildConnector, type Dispatcher, errors } from "undici";
import type { Outbound, OutboundReply, OutboundRequest } from "./port.ts";
import { isPublicAddress } from "./public-address.ts";

/** Most bytes of a reply that are read and kept, where a call asks for no more. */
export const MAX_REPLY_BYTES = 20_000;

/** Connections that are kept to one host. */
const CONNECTIONS_PER_HOST = 32;
const KEEP_ALIVE = 30_000;

/** How outbound calls differ from the usual. */
export interface GuardOptions {
  /** Lets calls reach private addresses: environment `ALLOW_PRIVATE_WEBHOOKS`, on one machine only. */
  allowPrivate: boolean;
  /** Looks up names; for tests. */
  lookup?: typeof systemLookup;
}

/** Refused before a connection was made. */
class RefusedAddress extends Error {}

/**
 * Calls over connections that are opened only to public addresses. What a name resolves to is checked at the moment of
 * connecting, and the connection goes to the very address that was checked, so a name can't change its mind in between.
 */
export class GuardedOutbound implements Outbound {
  readonly #agent: Agent;

  constructor(options: GuardOptions) {
    this.#agent = new Agent({
      connect: guardedConnector(options),
      connections: CONNECTIONS_PER_HOST,
      keepAliveTimeout: KEEP_ALIVE,
      // The signal of each call bounds the whole of it.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  async post({
    url,
    headers,
    body,
    timeout,
    maxReplyBytes = MAX_REPLY_BYTES,
  }: OutboundRequest): Promise<OutboundReply> {
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(), timeout);
    try {
      const { origin, pathname, search, username, password } = new URL(url);
      const reply = await this.#agent.request({
        origin,
        path: pathname + search,
        method: "POST",
        headers: { ...headers, ...credentialsOf(username, password) },
        body,
        signal: abort.signal,
      });
      const { statusCode: status, headers: given } = reply;
      const retryAfter = typeof given["retry-after"] === "string" ? given["retry-after"] : undefined;
      return {
        status,
        body: await beginningOf(reply.body, maxReplyBytes),
        ...(retryAfter !== undefined && { retryAfter }),
      };
    } catch (error) {
      return { error: abort.signal.aborted ? `No answer within ${timeout / 1000} s.` : inWords(error), body: "" };
    } finally {
      clearTimeout(timer);
    }
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }
}

/** A URL may carry a name and a password for HTTP Basic. */
function credentialsOf(username: string, password: string): Record<string, string> {
  if (!username && !password) return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { authorization: `Basic ${Buffer.from(pair).toString("base64")}` };
}

async function beginningOf(body: Dispatcher.ResponseData["body"], most: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    // Leaving the loop ends the connection: nobody reads an endless reply to its end.
    if (size > most) break;
  }
  return Buffer.concat(chunks).subarray(0, most).toString("utf8");
}

function guardedConnector({ allowPrivate, lookup = systemLookup }: GuardOptions): buildConnector.connector {
  const guarded: LookupFunction = (hostname, options, done) =>
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, [], 0);
      const refused = allowPrivate ? undefined : addresses.find(({ address }) => !isPublicAddress(address));
      if (refused || addresses.length === 0) return done(new RefusedAddress(), [], 0);
      const [first] = addresses;
      return options.all ? done(null, addresses) : done(null, first?.address ?? "", first?.family);
    });
  const connect = buildConnector({ lookup: guarded, timeout: 0 } as buildConnector.BuildOptions);
  return (target, done) => {
    const host = target.hostname.replace(/^\[|\]$/g, "");
    // No look-up is made of what is an address already.
    if (!allowPrivate && isIP(host) && !isPublicAddress(host)) return done(new RefusedAddress(), null);
    return connect(target, done);
  };
}

/** An error for the customer's eyes: nothing of our own network in it. */
function inWords(error: unknown): string {
  if (error instanceof RefusedAddress) return "The address is not a public one.";
  if (error instanceof errors.SocketError) return "The connection was closed before the answer was complete.";
  if (error instanceof errors.HTTPParserError) return "The answer is not HTTP.";
  const { code } = error as NodeJS.ErrnoException;
  return known[code ?? ""] ?? (/cert|ssl|tls/i.test(code ?? "") ? "The certificate is not valid." : "The call failed.");
}

const known: Record<string, string> = {
  ENOTFOUND: "The name of the host is not known.",
  EAI_AGAIN: "The name of the host could not be looked up.",
  ECONNREFUSED: "The connection was refused.",
  ECONNRESET: "The connection was closed before the answer was complete.",
  EPIPE: "The connection was closed before the answer was complete.",
  EHOSTUNREACH: "The host can't be reached.",
  ENETUNREACH: "The host can't be reached.",
  ETIMEDOUT: "The host can't be reached.",
  DEPTH_ZERO_SELF_SIGNED_CERT: "The certificate is not valid.",
  SELF_SIGNED_CERT_IN_CHAIN: "The certificate is not valid.",
  UND_ERR_HEADERS_OVERFLOW: "The headers of the answer are too large.",
};
