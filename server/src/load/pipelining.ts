import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Most requests of one connection that wait for the ones before them. */
const MOST_WAITING = 100;

/**
 * Serves the requests of one connection one after another, and closes a connection that sends very many before it reads: once
 * the reply to the request that is being served is sent, as none of the others was looked at.
 * Node hands over all that one packet holds: more than a thousand small requests, whose replies would all be made at once.
 * To be called when all other listeners of requests have been added.
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
    // Node gives a response its connection when the one before has ended.
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
