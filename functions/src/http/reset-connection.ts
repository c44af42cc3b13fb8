import type { Duplex } from "node:stream";

/** A connection; one over TCP can be reset. */
export type Resettable = Pick<Duplex, "destroyed" | "writableEnded" | "destroy"> & { resetAndDestroy?(): unknown };

/**
 * Cuts off a client that does not read. What the system holds for it, some megabytes, goes at once: a connection that is merely
 * closed keeps that until the client has read it or TCP gives up.
 * @param socket null where the connection has been left already.
 */
export function resetConnection(socket: Resettable | null): void {
  // One that is being closed can't be reset.
  if (socket?.writableEnded === false && !socket.destroyed) {
    try {
      socket.resetAndDestroy?.();
    } catch {
      // Neither can a pipe.
    }
  }
  socket?.destroy();
}
