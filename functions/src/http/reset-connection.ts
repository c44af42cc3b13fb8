import type { Duplex } from "node:stream";

/** A connection; one over TCP can be reset. */
export type Resettable = Pick<Duplex, "destroyed" | "writableEnded" | "destroy"> & { resetAndDestroy?(): unknown };

/**
 * Cuts off a client that does not read. A reset frees at once the megabytes that the system buffers for it; a
 * connection that is merely closed keeps them until the client has read them or TCP gives up.
 * @param socket null if the response has already been detached from its connection.
 */
export function resetConnection(socket: Resettable | null): void {
  // A connection that is being closed can't be reset.
  if (socket?.writableEnded === false && !socket.destroyed) {
    try {
      socket.resetAndDestroy?.();
    } catch {
      // A pipe can't be reset either.
    }
  }
  socket?.destroy();
}
