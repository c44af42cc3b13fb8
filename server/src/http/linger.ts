import type { IncomingMessage, ServerResponse } from "node:http";

/** Maximum bytes of a body that are discarded after its request was answered: no well-meaning client sends more. */
const MAX_DISCARDED = 256 * 1024 * 1024;

/**
 * Lets a client read the answer to a request whose body was not read. Bytes that arrive at a closed socket reset the
 * connection. Many clients read only after they have sent everything, so they would see a broken pipe instead of the
 * answer. So the server only ends its own side and discards the rest.
 * @param deadline how long the rest may take, in ms, before the connection is cut.
 * @returns a function to call for a response before it is answered. Connections that stay open do not need it: Node
 * reads on.
 */
export function lingering({ deadline }: { deadline: number }): (response: ServerResponse) => void {
  // One function for all responses: most requests were read completely, and need no more than this check.
  function linger(this: ServerResponse): void {
    if (!this.req.complete) discardRest(this.req, deadline);
  }
  // Runs before Node's own listener, which would close the socket.
  return (response) => void response.prependListener("finish", linger);
}

function discardRest(request: IncomingMessage, deadline: number): void {
  const { socket } = request;
  const destroySoon = socket.destroySoon.bind(socket);
  let isLast = false;
  // Node calls this after the last answer on a connection.
  socket.destroySoon = () => {
    isLast = true;
    socket.end();
  };
  const timer = setTimeout(() => socket.destroy(), deadline).unref();
  const stop = () => {
    clearTimeout(timer);
    socket.destroySoon = destroySoon;
  };
  let remainingBytes = MAX_DISCARDED;
  request
    .on("data", (chunk: Buffer) => {
      remainingBytes -= chunk.length;
      if (remainingBytes < 0) socket.destroy();
    })
    .on("error", () => socket.destroy())
    .once("close", stop)
    .once("end", () => {
      stop();
      if (isLast) destroySoon();
    });
  // Reading the body may have paused it.
  request.resume();
}
