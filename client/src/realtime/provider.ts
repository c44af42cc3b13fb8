import { Awareness, applyAwarenessUpdate, encodeAwarenessUpdate, removeAwarenessStates } from "y-protocols/awareness";
import { applyUpdate, type Doc, decodeStateVector, encodeStateAsUpdate, encodeStateVector, parseUpdateMeta } from "yjs";
import { backoff } from "../backoff.ts";
import { AtriumError } from "../error.ts";
import { Emitter } from "./emitter.ts";
import { cancelled, failure, isTemporary, namingEditor } from "./failure.ts";
import { openHttp } from "./http-link.ts";
import { isEmpty, type Link, type LinkEnd, type LinkHost } from "./link.ts";
import { callListener } from "./listener.ts";
import type { LiveDocument } from "./live-document.ts";
import { page, sleepOffline } from "./page.ts";
import type { ProviderEvents, ProviderOptions, ProviderState } from "./provider-options.ts";
import { hasAddress, openSocket, type SocketClass } from "./socket-link.ts";

/** Attempts to reconnect over a WebSocket before HTTP is tried, if the server has supported WebSockets before. */
const SOCKET_ATTEMPTS = 4;
/** Ms after which a connection counts as stable: the pause after its end is a short one again. */
const STABLE = 5000;

/**
 * Keeps a Yjs document in sync with an editor of the service. It reconnects by itself after a break; edits made in the
 * meantime stay in the Yjs document and are sent then.
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
  #isDestroyed = false;
  #knowsSockets = false;
  /** Yjs clients of the editor as the service had it once. They stay in it until it is deleted. */
  #clients: ReadonlySet<number> = new Set();

  /**
   * @param doc from `document()` of a client with a user's token.
   * @throws AtriumError INVALID_ARGUMENT if the id is not text or is empty.
   */
  constructor(doc: LiveDocument, editorId: string, ydoc: Doc, options: ProviderOptions = {}) {
    super();
    // In the address of a WebSocket, a missing id would be the text `undefined`: an editor of its own.
    if (typeof editorId !== "string" || !editorId)
      throw new AtriumError(
        "INVALID_ARGUMENT",
        `editorId must be text that is not empty, not ${JSON.stringify(editorId)}.`,
      );
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

  /** Why it is offline; undefined while it is not offline, and before it was ever connected. */
  get error(): AtriumError | undefined {
    return this.#error;
  }

  /**
   * Whether a refusal, or the client's `signal`, has ended the connection, so that only `connect()` reconnects. `error`
   * has the reason.
   */
  get hasGivenUp(): boolean {
    return this.#hasGivenUp;
  }

  /** Whether the service has durably stored all edits of this Yjs document. Edits of others do not affect it. */
  get isSaved(): boolean {
    return this.#isSaved;
  }

  /**
   * Connects, unless it is connected or connecting already.
   * @throws AtriumError FAILED_PRECONDITION after `destroy()`.
   */
  connect(): void {
    if (this.#isDestroyed)
      throw new AtriumError("FAILED_PRECONDITION", "The provider was destroyed. Create a new one.");
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
   * Resolves when the editor is the same as on the server, at once if it is already. It waits through breaks.
   * @throws AtriumError of the refusal that ended the connection; CANCELLED if the program ends the connection or has
   * not begun it.
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

  /** Ends the connection for good. The Yjs document is kept. */
  readonly destroy = (): void => {
    this.#isDestroyed = true;
    this.#ydoc.off("update", this.#changed);
    this.#ydoc.off("destroy", this.destroy);
    this.disconnect();
    if (this.awareness.getLocalState()) removeAwarenessStates(this.awareness, [this.awareness.clientID], "destroy");
    this.awareness.off("update", this.#awarenessChanged);
    if (!this.#options.awareness) this.awareness.destroy();
  };

  /** @param error why it gives up; omitted if the program ends the connection. */
  #stop(error?: AtriumError): void {
    const running = this.#running;
    this.#running = undefined;
    this.#host.document.connection.signal?.removeEventListener("abort", this.#cancelled);
    page.removeEventListener?.("pagehide", this.#left);
    page.removeEventListener?.("offline", this.#lost);
    this.#link?.close();
    this.#link = undefined;
    this.#hasGivenUp ||= error !== undefined;
    // Keeps the reason if it has given up before.
    this.#become("offline", error ?? (this.#hasGivenUp ? this.#error : undefined));
    running?.abort();
  }

  readonly #cancelled = (): void => {
    const { signal } = this.#host.document.connection;
    if (signal) this.#stop(cancelled(signal));
  };

  readonly #left = (): void => this.#link?.leave?.();

  /** The browser reports a lost network at once, whereas a connection only falls silent: edits wait from now on. */
  readonly #lost = (): void => this.#link?.close("The browser is offline.");

  async #run(signal: AbortSignal): Promise<void> {
    const { timing, userToken } = this.#host.document.connection;
    let [refusals, breaks] = [0, 0];
    for (let attempts = 1; !signal.aborted; attempts++) {
      const beganAt = timing.now();
      this.#become("connecting");
      this.#wasSynced = false;
      const { isFinal, error } = await this.#connected(attempts, signal);
      if (signal.aborted) return;
      if (this.#wasSynced) [attempts, refusals] = [1, 0];
      // While the service can't store edits, each connection is synchronized and then ends with the first edit.
      breaks = this.#wasSynced && timing.now() - beganAt >= STABLE ? 1 : breaks + 1;
      // A token may have expired, or may no longer grant access, so one retry with a new token is worth it.
      const isOfToken = error.code === "UNAUTHENTICATED" || error.code === "PERMISSION_DENIED";
      const mayBeExpired = isOfToken && typeof userToken === "function" && refusals++ === 0;
      if (isFinal && !mayBeExpired) return this.#stop(namingEditor(error, this.#host));
      this.#become("offline", error);
      await sleepOffline(timing, backoff(breaks, error.retryAfter, timing), signal);
    }
  }

  /** Makes one connection, over the first transport that gets an answer. @returns how it ended. */
  async #connected(attempts: number, signal: AbortSignal): Promise<LinkEnd> {
    const { transport = "auto", WebSocket: Socket = globalThis.WebSocket as SocketClass | undefined } = this.#options;
    try {
      if (transport === "socket" && !Socket)
        throw new AtriumError(
          "FAILED_PRECONDITION",
          "This runtime has no WebSocket. Give the provider one in its option `WebSocket`.",
        );
      if (transport !== "http" && Socket && (transport === "socket" || hasAddress(this.#host))) {
        const token = await this.#host.document.token();
        signal.throwIfAborted();
        const end = await this.#follow(openSocket(this.#host, token, Socket));
        this.#knowsSockets ||= end.wasOpen;
        // A server that restarts must not be taken for one without WebSockets.
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
    // Otherwise a user who repeats the same state after the break would be ignored.
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
      isOther: (stateVector) => {
        const clients = [...decodeStateVector(stateVector).keys()];
        if (this.#clients.size > 0) return !clients.some((id) => this.#clients.has(id));
        this.#clients = new Set(clients);
        return false;
      },
      missing: (stateVector) => encodeStateAsUpdate(this.#ydoc, stateVector),
      localAwareness: () => {
        const meta = awareness.meta.get(awareness.clientID);
        if (!meta || !awareness.getLocalState()) return undefined;
        // When the last connection ended, the server used the next clock to tell others that this client has left.
        meta.clock += 2;
        return encodeAwarenessUpdate(awareness, own);
      },
      leaving: () => (awareness.getLocalState() ? encodeAwarenessUpdate(awareness, own, new Map()) : undefined),
      receive: (update) => {
        // The editor may have been empty when it was opened.
        if (this.#clients.size === 0) this.#clients = new Set(parseUpdateMeta(update).from.keys());
        // An error thrown by one of the application's observers must not affect the connection.
        callListener(() => applyUpdate(this.#ydoc, update, this));
      },
      receiveAwareness: (update) => applyAwarenessUpdate(awareness, update, this),
      synced: () => {
        this.#wasSynced = true;
        this.#become("synced");
      },
      stored: () => {
        if (this.#clients.size === 0) this.#clients = new Set(this.#ydoc.store.clients.keys());
        this.#setSaved(true);
      },
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
    // Clients send only their own state: the states of others came from the server. If the server reports that this
    // client has left, another provider of the same Yjs document has, and others must see that this one is still there.
    if (removed.includes(clientID) || (origin !== this && [...added, ...updated].includes(clientID)))
      this.#link?.sendAwareness(encodeAwarenessUpdate(this.awareness, [clientID]));
  };

  #setSaved(isSaved: boolean): void {
    if (this.#isSaved === isSaved) return;
    this.#isSaved = isSaved;
    this.emit("saved", isSaved);
  }

  #become(state: ProviderState, error?: AtriumError): void {
    const before = this.#state;
    // Giving up is reported even if the provider was offline already.
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
