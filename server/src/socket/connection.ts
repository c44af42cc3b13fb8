import type { UserCall, WriteCall } from "@atrium/functions/call";
import type { Resettable } from "@atrium/functions/http/reset-connection";
import type { WebSocket } from "ws";
import type { SocketStream } from "./reading.ts";

/** A WebSocket, and the stream below it, which takes what is to be sent as it is: one write for many frames. */
export interface Connection {
  socket: WebSocket;
  stream: SocketStream & Resettable;
  /** Counts what the client has not read yet. */
  unread: UnreadBudget;
}

/** What the address of a connection has not read. */
export interface UnreadBudget {
  /** Whether the address has to read before it gets anything large. */
  mustWait(): boolean;
  /** @returns what has to be called when the frame is sent. */
  add(frame: Buffer): () => void;
}

/** What a connection may do. */
export interface Grant {
  /** The call in whose name updates are stored. */
  call: WriteCall<UserCall>;
  mayWrite: boolean;
  /** Whether others see who the client is and where. */
  isVisible: boolean;
  /** Missing: neither the user nor the API key has a quota. @throws ApiError RESOURCE_EXHAUSTED where so many bytes more exceed it. */
  checkQuota?: ((bytes: number) => void) | undefined;
}
