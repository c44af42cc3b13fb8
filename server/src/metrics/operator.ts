import { hostName } from "@atrium/functions/http/request/host-name";
import { hashSecret, matchesHash } from "@atrium/functions/platform/crypto/secrets";
import type { FastifyRequest } from "fastify";
import { isLoopback } from "../settings/exposure.ts";

/** Distinguishes the operator's own programs from other callers. */
export type IsOperator = (request: FastifyRequest) => boolean;

/** Headers that show forwarding by a proxy, besides all that begin with `x-forwarded`. */
const FORWARDING = [
  ...["forwarded", "via", "x-real-ip", "x-client-ip", "x-cluster-client-ip", "true-client-ip"],
  ...["cf-connecting-ip", "fastly-client-ip", "x-envoy-external-address", "x-original-forwarded-for"],
];

/**
 * Accepts callers that send the operator's token, and local programs that connect without a proxy. Behind a proxy every peer is
 * loopback, so nothing about the request may point to one: no forwarding header, no host name of others, and no HTTP/1.0,
 * which hardly anything but nginx still speaks.
 * @param token setting `METRICS_TOKEN`.
 */
export function createIsOperator(token: string | undefined): IsOperator {
  const hash = token === undefined ? undefined : hashSecret(token);
  return (request) => {
    const [, sent] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? "") ?? [];
    if (sent !== undefined && hash !== undefined && matchesHash(sent, hash)) return true;
    return isDirect(request);
  };
}

function isDirect({ ip, socket, headers, raw }: FastifyRequest): boolean {
  const peer = (socket.remoteAddress ?? "").replace(/^::ffff:/i, "");
  const isForwarded = Object.keys(headers).some((name) => name.startsWith("x-forwarded") || FORWARDING.includes(name));
  return (
    isLoopback(peer) &&
    ip === socket.remoteAddress &&
    !isForwarded &&
    raw.httpVersion !== "1.0" &&
    isLoopback(hostName(headers.host ?? ""))
  );
}
