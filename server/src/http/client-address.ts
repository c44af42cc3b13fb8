import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import type { Log } from "@atrium/functions/platform/observability/log";
import proxyAddress from "@fastify/proxy-addr";
import type { FastifyRequest } from "fastify";
import type { TrustProxy } from "../settings/trust-proxy.ts";

/** Determines the client address of a request. */
export type ClientAddress = (request: Pick<FastifyRequest, "ip" | "socket" | "headers">) => string;

/**
 * Finds the client of each request: the address that a trusted proxy names, otherwise the peer. Fastify has followed
 * `X-Forwarded-For` as far as it is trusted, but the entry may not be an address.
 * @param trustProxy the proxies whose header counts.
 */
export function createClientAddress(log: Log, trustProxy: TrustProxy): ClientAddress {
  let hasWarned = false;
  return ({ ip, socket, headers }) => {
    const peer = unmapped(socket.remoteAddress ?? "");
    if (headers["x-forwarded-for"] === undefined) return peer;
    // A caller on the same machine as a trusted proxy has the proxy's address.
    const isTrusted = trustProxy !== false && trustProxy(socket.remoteAddress ?? "", 0);
    if (!isTrusted && !hasWarned) {
      hasWarned = true;
      log.warn(
        { peer },
        `X-Forwarded-For is ignored: ${peer} is not a trusted proxy, so limits and logs treat its address as the caller's. If it is your proxy, start with TRUST_PROXY=${peer}`,
      );
    }
    return addressIn(ip ?? "") ?? peer;
  };
}

/**
 * Finds the client of an upgrade, which fastify does not see.
 * @param trustProxy the proxies whose `X-Forwarded-For` counts.
 */
export function addressBehind(trustProxy: TrustProxy): (request: IncomingMessage) => string {
  return (request) => {
    const peer = unmapped(request.socket.remoteAddress ?? "");
    return trustProxy === false ? peer : (addressIn(proxyAddress(request, trustProxy)) ?? peer);
  };
}

/** The address in an entry of `X-Forwarded-For`, to which some proxies add a port; undefined for anything else. */
function addressIn(entry: string): string | undefined {
  const [, inBrackets, beforePort] = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d{1,5})?$/.exec(entry) ?? [];
  const address = unmapped(inBrackets ?? beforePort ?? entry);
  return isIP(address) === 0 ? undefined : address;
}

/** Converts an IPv4-mapped IPv6 address to IPv4. */
function unmapped(address: string): string {
  return /^::ffff:[\d.]+$/i.test(address) ? address.slice("::ffff:".length) : address;
}
