import { Awareness, applyAwarenessUpdate, encodeAwarenessUpdate, removeAwarenessStates } from "y-protocols/awareness";
import { applyUpdate, type Doc, encodeStateAsUpdate, encodeStateVector } from "yjs";
import { backoff } from "../backoff.ts";
import { AtriumError } from "../error.ts";
import { Emitter } from "./emitter.ts";
import { cancelled, failure, isTemporary } from "./failure.ts";
import { openHttp } from "./http-link.ts";
import { isEmpty, type Link, type LinkEnd, type LinkHost } from "./link.ts";
import { callListener } from "./listener.ts";
import type { LiveDocument } from "./live-document.ts";
import { page, sleepOffline } from "./page.ts";
import { openSocket, type SocketClass } from "./socket-link.ts";

/** Attempts to come back over a WebSocket before HTTP is tried, for a server that has had WebSockets. */
const SOCKET_ATTEMPTS = 4;

/** `synced`: the editor is as the server has it; `offline`: edits wait for the next connection. */
export type ProviderState = "connecting" | "synced" | "offline";

/** Options of `AtriumProvider`. */
export interface ProviderOptions {
  /** For an editor that does not exist yet; default `text`. */
  type?: LinkHost["kind"]["type"];
  /** Name of the shared type in the Yjs document, for an editor that does not exist yet; default `content`. */
  contentKey?: string;
  /** Cursors and names of others; a new one by default. */
  awareness?: Awareness;
  /** `auto`: a WebSocket, or HTTP where the server has none. */
  transport?: "auto" | "socket" | "http";
  /** Where the runtime has none of its own, such as Node 20 and 21; that of the package `ws` does. */
  WebSocket?: SocketClass;
  /** `false`: connects with `connect()`. */
  connect?: boolean;
}

/** What a provider tells. Bindings know `status` and `sync` from y-websocket. */
export interface ProviderEvents {
  /** With the reason while it is `offline`. Told again when it gives up while it is that (`hasGivenUp`). */
  state(state: ProviderState, error: AtriumError | undefined): void;
  status(event: { status: "connected" | "connecting" | "disconnected" }): void;
  sync(isSynced: boolean): void;
  /** `isSaved` has changed. */
  saved(isSaved: boolean): void;
  /** The user may only read, and a change was not stored. */
  denied(reason: string): void;
}

/**
 * Keeps a Yjs document the same as an editor of the service. It comes back by itself after a break; edits meanwhile stay in the
 * Yjs document and are sent then.
 */
export class AtriumProvider extends Emitter<ProviderEvents> {
  readonly awareness: Awareness;
  readonly #options: ProviderOptions;
  readonly #host: LinkHost;
  readonly #ydoc: Doc;
  #state: ProviderState = "offline";
  #error: AtriumError | undefined;
  #link: Link | undefined;
  #running: AbortController | undefined;
  #wasSynced = false;
  #isSaved: boolean;
  #hasGivenUp = false;
  #knowsSockets = false;

  /** @param doc from `document()` of a client with a user's token. */
  constructor(doc: LiveDocument, editorId: string, ydoc: Doc, options: ProviderOptions = {}) {
    super();
    this.#ydoc = ydoc;
    this.#options = options;
    this.awareness = options.awareness ?? new Awareness(ydoc);
    this.#host = this.#hostOf(doc, editorId);
    this.#isSaved = isEmpty(encodeStateAsUpdate(ydoc));
    ydoc.on("update", this.#changed);
    ydoc.on("destroy", this.destroy);
    this.awareness.on("update", this.#awarenessChanged);
    if (options.connect !== false) this.connect();
  }

  get state(): ProviderState {
    return this.#state;
  }

  /** Why it is offline; undefined while it is not, and before it was ever connected. */
  get error(): AtriumError | undefined {
    return this.#error;
  }

  /** Whether a refusal, or the client's `signal`, has ended the connection, so that it comes back with `connect()` alone. The reason is in `error`. */
  get hasGivenUp(): boolean {
    return this.#hasGivenUp;
  }

  /** Whether the service has stored all edits of this Yjs document, durably. What others type does not change it. */
  get isSaved(): boolean {
    return this.#isSaved;
  }

  /** Connects, unless it does so already. */
  connect(): void {
    if (this.#running) return;
    this.#hasGivenUp = false;
    const { signal } = this.#host.document.connection;
    if (signal?.aborted) {
      this.#cancelled();
      return;
    }
    signal?.addEventListener("abort", this.#cancelled);
    this.#running = new AbortController();
    page.addEventListener?.("pagehide", this.#left);
    page.addEventListener?.("offline", this.#lost);
    void this.#run(this.#running.signal);
  }

  /** Ends the connection until `connect()`. */
  disconnect(): void {
    this.#stop();
  }

  /**
   * Resolves when the editor is as the service has it, at once where it is. Breaks are waited out.
   * @throws AtriumError of the refusal that has ended the connection; CANCELLED where the program ends it, or has not begun it.
   */
  whenSynced(): Promise<void> {
    const running = this.#running?.signal;
    return new Promise((resolve, reject) => {
      const settle = () => {
        if (this.#state === "synced") resolve();
        else if (this.#hasGivenUp) reject(this.#error);
        else if (!running || running.aborted)
          reject(new AtriumError("CANCELLED", "The provider is not connected. connect() connects it."));
        else return;
        this.off("state", settle);
        running?.removeEventListener("abort", settle);
      };
      this.on("state", settle);
      running?.addEventListener("abort", settle);
      settle();
    });
  }

  /** Ends the connection for good. The Yjs document stays. */
  readonly destroy = (): void => {
    this.#ydoc.off("update", this.#changed);
    this.#ydoc.off("destroy", this.destroy);
    this.disconnect();
    if (this.awareness.getLocalState()) removeAwarenessStates(this.awareness, [this.awareness.clientID], "destroy");
    this.awareness.off("update", this.#awarenessChanged);
    if (!this.#options.awareness) this.awareness.destroy();
  };

  /** @param error why it is given up; missing where the program ends it. */
  #stop(error?: AtriumError): void {
    const running = this.#running;
    this.#running = undefined;
    this.#host.document.connection.signal?.removeEventListener("abort", this.#cancelled);
    page.removeEventListener?.("pagehide", this.#left);
    page.removeEventListener?.("offline", this.#lost);
    this.#link?.close();
    this.#link = undefined;
    this.#hasGivenUp ||= error !== undefined;
    // Why it has given up before stays true.
    this.#become("offline", error ?? (this.#hasGivenUp ? this.#error : undefined));
    running?.abort();
  }

  readonly #cancelled = (): void => {
    const { signal } = this.#host.document.connection;
    if (signal) this.#stop(cancelled(signal));
  };

  readonly #left = (): void => this.#link?.leave?.();

  /** The browser knows at once what a connection shows only by its silence: edits wait from now on. */
  readonly #lost = (): void => this.#link?.close("The browser is offline.");

  async #run(signal: AbortSignal): Promise<void> {
    const { timing, userToken } = this.#host.document.connection;
    let refusals = 0;
    for (let attempts = 1; !signal.aborted; attempts++) {
      this.#become("connecting");
      this.#wasSynced = false;
      const { isFinal, error } = await this.#connected(attempts, signal);
      if (signal.aborted) return;
      if (this.#wasSynced) [attempts, refusals] = [1, 0];
      // A token may have expired, or what it says may be opened, so that a new one helps: once.
      const isOfToken = error.code === "UNAUTHENTICATED" || error.code === "PERMISSION_DENIED";
      const mayBeExpired = isOfToken && typeof userToken === "function" && refusals++ === 0;
      if (isFinal && !mayBeExpired) return this.#stop(error);
      this.#become("offline", error);
      await sleepOffline(timing, backoff(attempts, error.retryAfter, timing), signal);
    }
  }

  /** One connection, over the first transport that gets an answer. @returns how it has ended. */
  async #connected(attempts: number, signal: AbortSignal): Promise<LinkEnd> {
    const { transport = "auto", WebSocket: Socket = globalThis.WebSocket as SocketClass | undefined } = this.#options;
    try {
      if (transport === "socket" && !Socket)
        throw new AtriumError(
          "FAILED_PRECONDITION",
          "This runtime has no WebSocket. Give the provider one as `WebSocket`.",
        );
      if (transport !== "http" && Socket) {
        const token = await this.#host.document.token();
        signal.throwIfAborted();
        const end = await this.#follow(openSocket(this.#host, token, Socket));
        this.#knowsSockets ||= end.wasOpen;
        // A server that restarts is not one without sockets.
        const isPatient = this.#knowsSockets && attempts < SOCKET_ATTEMPTS;
        if (end.wasOpen || isPatient || transport === "socket" || signal.aborted) return end;
      }
      return await this.#follow(openHttp(this.#host));
    } catch (cause) {
      const error = failure(cause);
      return { wasOpen: false, error, isFinal: !isTemporary(error) };
    }
  }

  async #follow(link: Link): Promise<LinkEnd> {
    this.#link = link;
    const end = await link.ended;
    if (this.#link === link) this.#link = undefined;
    const others = [...this.awareness.getStates().keys()].filter((id) => id !== this.awareness.clientID);
    removeAwarenessStates(this.awareness, others, this);
    // Else who says the same again after the break would count as heard before.
    for (const id of others) this.awareness.meta.delete(id);
    return end;
  }

  #hostOf(document: LiveDocument, editorId: string): LinkHost {
    const { type, contentKey } = this.#options;
    const { awareness } = this;
    const own = [awareness.clientID];
    return {
      ...{ document, editorId, kind: { ...(type && { type }), ...(contentKey && { contentKey }) } },
      stateVector: () => encodeStateVector(this.#ydoc),
      missing: (stateVector) => encodeStateAsUpdate(this.#ydoc, stateVector),
      localAwareness: () => {
        const meta = awareness.meta.get(awareness.clientID);
        if (!meta || !awareness.getLocalState()) return undefined;
        // When the last connection ended, the server told others with the next clock that this client has left.
        meta.clock += 2;
        return encodeAwarenessUpdate(awareness, own);
      },
      leaving: () => (awareness.getLocalState() ? encodeAwarenessUpdate(awareness, own, new Map()) : undefined),
      // An observer of the application that throws keeps nothing from the connection.
      receive: (update) => callListener(() => applyUpdate(this.#ydoc, update, this)),
      receiveAwareness: (update) => applyAwarenessUpdate(awareness, update, this),
      synced: () => {
        this.#wasSynced = true;
        this.#become("synced");
      },
      stored: () => this.#setSaved(true),
      broken: (error) => this.#become("offline", error),
      denied: (reason) => {
        this.#setSaved(false);
        this.emit("denied", reason);
      },
    };
  }

  readonly #changed = (update: Uint8Array, origin: unknown): void => {
    if (origin === this) return;
    this.#setSaved(false);
    this.#link?.send(update);
  };

  readonly #awarenessChanged = (
    { added, updated, removed }: { added: number[]; updated: number[]; removed: number[] },
    origin: unknown,
  ): void => {
    const { clientID } = this.awareness;
    // Everybody speaks for itself: what is known of others came from the server.
    if (origin !== this && [...added, ...updated, ...removed].includes(clientID))
      this.#link?.sendAwareness(encodeAwarenessUpdate(this.awareness, [clientID]));
  };

  #setSaved(isSaved: boolean): void {
    if (this.#isSaved === isSaved) return;
    this.#isSaved = isSaved;
    this.emit("saved", isSaved);
  }

  #become(state: ProviderState, error?: AtriumError): void {
    const before = this.#state;
    // That it won't come back by itself is news also to who knows of a break.
    const isNews = before !== state || (this.#hasGivenUp && this.#error !== error);
    this.#error = error;
    this.#state = state;
    if (isNews) this.emit("state", state, error);
    if (before === state) return;
    const status = { synced: "connected", connecting: "connecting", offline: "disconnected" } as const;
    this.emit("status", { status: status[state] });
    if (state === "synced" || before === "synced") this.emit("sync", state === "synced");
  }
}
