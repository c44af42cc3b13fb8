import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Maximum number of requests of one connection that wait for earlier ones. */
const MOST_WAITING = 100;

/**
 * Serves the requests of a connection one after another. Node hands over all requests of a packet at once, which can be
 * more than a thousand small ones whose replies would all be computed at once. A connection with too many waiting
 * requests is closed after the reply to the current one. Call it after all other request listeners have been added.
 */
export function serveInOrder(server: Server): void {
  const listeners = server.listeners("request") as RequestListener[];
  const waiting = new WeakMap<Socket, number>();
  const overrun = new WeakSet<Socket>();
  const serve = (request: IncomingMessage, response: ServerResponse) => {
    for (const listener of listeners) listener.call(server, request, response);
  };
  server.removeAllListeners("request");
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    // Node gives a response its connection when the previous response has ended.
    if (response.socket) return serve(request, response);
    const { socket } = request;
    if (overrun.has(socket)) return;
    const count = (waiting.get(socket) ?? 0) + 1;
    if (count > MOST_WAITING) {
      overrun.add(socket);
      socket.pause();
      return;
    }
    waiting.set(socket, count);
    response.once("socket", () => {
      if (overrun.has(socket)) return socket.destroySoon();
      waiting.set(socket, (waiting.get(socket) ?? 1) - 1);
      serve(request, response);
    });
  });
}
