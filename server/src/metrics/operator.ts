import { isFromThisMachine, isLoopback } from "@atrium/functions/http/request/host-name";
import { hashSecret, matchesHash } from "@atrium/functions/platform/crypto/secrets";
import type { FastifyRequest } from "fastify";

/** Distinguishes the operator's own programs from other callers. */
export type IsOperator = (request: FastifyRequest) => boolean;

/**
 * Accepts callers that send the operator's token, and local programs that connect without a proxy. Behind a proxy every
 * peer is loopback, so a request with any sign of a proxy is not accepted.
 * @param token setting `METRICS_TOKEN`.
 */
export function createIsOperator(token: string | undefined): IsOperator {
  const hash = token === undefined ? undefined : hashSecret(token);
  return (request) => {
    const [, bearerToken] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? "") ?? [];
    if (bearerToken !== undefined && hash !== undefined && matchesHash(bearerToken, hash)) return true;
    return isDirect(request);
  };
}

function isDirect({ ip, socket, headers, raw: { httpVersion } }: FastifyRequest): boolean {
  const peer = (socket.remoteAddress ?? "").replace(/^::ffff:/i, "");
  return isLoopback(peer) && ip === socket.remoteAddress && isFromThisMachine({ headers, httpVersion });
}
