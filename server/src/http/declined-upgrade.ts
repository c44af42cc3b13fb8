import type { IncomingMessage, Server, ServerResponse } from "node:http";

/**
 * Closes the connection after a request that offers an upgrade but is served without it, as from clients that offer
 * HTTP/2. Node drops later requests in the same packet, and their client would wait forever; after the close, it sends
 * them again.
 */
export function closeAfterDeclinedUpgrades(server: Server): void {
  server.prependListener("request", ({ headers }: IncomingMessage, response: ServerResponse) => {
    if (headers.upgrade !== undefined && /upgrade/i.test(headers.connection ?? "")) response.shouldKeepAlive = false;
  });
}
