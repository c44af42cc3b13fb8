import type { Awareness } from "y-protocols/awareness";
import type { AtriumError } from "../error.ts";
import type { LinkHost } from "./link.ts";
import type { SocketClass } from "./socket-link.ts";

/** `synced`: the editor is the same as on the server; `offline`: edits wait for the next connection. */
export type ProviderState = "connecting" | "synced" | "offline";

/** Options of `AtriumProvider`. */
export interface ProviderOptions {
  /** For an editor that does not exist yet; default `text`. */
  type?: LinkHost["kind"]["type"];
  /** Name of the shared type in the Yjs document, for an editor that does not exist yet; default `content`. */
  contentKey?: string;
  /** Cursors and names of others; default: a new one. */
  awareness?: Awareness;
  /** `auto`: a WebSocket, or HTTP if the server has no WebSockets. */
  transport?: "auto" | "socket" | "http";
  /** For a runtime that has none of its own, such as Node 20 and 21; the one of the package `ws` works. */
  WebSocket?: SocketClass;
  /** `false`: does not connect before `connect()` is called. */
  connect?: boolean;
}

/** Events of a provider. Bindings know `status` and `sync` from y-websocket. */
export interface ProviderEvents {
  /**
   * Has the reason while it is `offline`. Emitted again if the provider gives up while it is offline already
   * (`hasGivenUp`).
   */
  state(state: ProviderState, error: AtriumError | undefined): void;
  status(event: { status: "connected" | "connecting" | "disconnected" }): void;
  sync(isSynced: boolean): void;
  /** Emitted when `isSaved` changes. */
  saved(isSaved: boolean): void;
  /** Emitted when a change was not stored because the user may only read. */
  denied(reason: string): void;
}
