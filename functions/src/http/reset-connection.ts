import type { Socket } from "node:net";

/**
 * Cuts off a client that does not read. What the system holds for it, some megabytes, goes at once: a connection that is merely
 * closed keeps that until the client has read it or TCP gives up.
 * @param socket null where the connection has been left already.
 */
export function resetConnection(socket: Socket | null): void {
  // One that is being closed can't be reset, and neither can a pipe.
  if (!socket || socket.destroyed || socket.writableEnded) return void socket?.destroy();
  try {
    socket.resetAndDestroy();
  } catch {
    socket.destroy();
  }
}
