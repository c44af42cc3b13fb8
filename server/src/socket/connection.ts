import type { UserCall, WriteCall } from "@atrium/functions/call";
import type { Resettable } from "@atrium/functions/http/reset-connection";
import type { WebSocket } from "ws";
import type { SocketStream } from "./reading.ts";

/** A WebSocket, and the stream below it, to which frames are written as they are: one write for many frames. */
export interface Connection {
  socket: WebSocket;
  stream: SocketStream & Resettable;
  /** Counts what the client has not read yet. */
  unread: UnreadBudget;
}

/** What a connection's address keeps in memory: what it has not read, and its large messages. */
export interface UnreadBudget {
  /** Whether the address has to read before it gets anything large. */
  mustWait(): boolean;
  /** @returns a function to call when the frame is sent. */
  add(frame: Buffer): () => void;
  /** Counts bytes that the client has sent, and that are in memory. @returns a function to call when they are not. */
  hold(bytes: number): () => void;
}

/** What a connection may do. */
export interface Grant {
  /** The call on whose behalf updates are stored. */
  call: WriteCall<UserCall>;
  /** Why updates are refused; undefined if they are stored. */
  refusal: string | undefined;
  /** When the token or the role ends, in ms since 1970. Another role may apply afterwards. */
  endsAt: number;
  /** Whether others see who the client is, and its cursor. */
  isVisible: boolean;
  /**
   * Undefined if neither the user nor the API key has a quota.
   * @throws ApiError RESOURCE_EXHAUSTED if this many more bytes exceed it.
   */
  checkQuota?: ((bytes: number) => void) | undefined;
}
