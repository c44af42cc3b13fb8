import type { IncomingMessage, Server, ServerResponse } from "node:http";

/**
 * Closes a connection after a request that asks for an upgrade and is served without it, as clients that offer HTTP/2 do: Node
 * has dropped the requests that came in one packet behind it, and their client would wait for answers. It sends them again.
 */
export function closeAfterDeclinedUpgrades(server: Server): void {
  server.prependListener("request", ({ headers }: IncomingMessage, response: ServerResponse) => {
    if (headers.upgrade !== undefined && /upgrade/i.test(headers.connection ?? "")) response.shouldKeepAlive = false;
  });
}
