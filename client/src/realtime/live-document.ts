import { fromBase64 } from "../base64.ts";
import { AtriumError } from "../error.ts";
import type { AtriumClient, LivestateBroadcastInput } from "../generated/api.ts";
import type { UserTokenSource } from "../options.ts";
import type { Timing } from "../timing.ts";
import { DocumentFeed, type Subscription } from "./document-feed.ts";
import type { Pace } from "./pace.ts";

/** In ms: an entry of the presence expires 60 s after it was last written. */
const HEARTBEAT = 30_000;

/** Which document. */
export interface DocumentPlace {
  organizationId: string;
  documentId: string;
}

/** How a document reaches the server. */
export interface DocumentConnection {
  atrium: AtriumClient;
  /** Without a slash at its end. */
  baseUrl: string;
  userToken: UserTokenSource | undefined;
  /** The last token that was used, for a page that goes away and can't ask for another one. */
  lastToken(): string | undefined;
  fetch: typeof fetch;
  /** Ends the client. */
  signal: AbortSignal | undefined;
  timing: Timing;
  /** Of all editors of the client over HTTP. */
  pace: Pace;
}

/** What a user says of being in a document. */
export interface PresenceFields {
  /** Left out: the user of the token. */
  userId?: string | undefined;
  /** Any word of yours, such as `online` or `away`. */
  status?: string | undefined;
  name?: string | undefined;
  email?: string | undefined;
}

/** A document that a client follows and edits. */
export class LiveDocument implements DocumentPlace {
  readonly organizationId: string;
  readonly documentId: string;
  /** How it reaches the server; `AtriumProvider` uses it too. */
  readonly connection: DocumentConnection;
  /** One, unless more editors are followed over HTTP than a stream takes. */
  readonly #feeds: DocumentFeed[] = [];
  #stopHeartbeat: (() => void) | undefined;
  /** The calls about the user's presence, one after another: an earlier one must not arrive last. */
  #presenceCalls: Promise<void> = Promise.resolve();

  constructor(connection: DocumentConnection, { organizationId, documentId }: DocumentPlace) {
    this.connection = connection;
    [this.organizationId, this.documentId] = [organizationId, documentId];
  }

  /** Says who is here. */
  readonly presence = {
    /**
     * Shows the user in the document, and goes on showing the user until `leave`.
     * @throws AtriumError of the first call; later failures are tried again with the next heartbeat.
     */
    update: (fields: PresenceFields = {}): Promise<void> =>
      this.#inOrder(async () => {
        const entry = { ...fields, userId: fields.userId ?? userOf(await this.token()) };
        await this.#writePresence(entry);
        // Where that has failed, the heartbeat of what was said before goes on.
        this.#endHeartbeat();
        this.#beat(entry);
      }),
    /** Shows that the user has left. */
    leave: (userId?: string): Promise<void> =>
      this.#inOrder(async () => {
        this.#endHeartbeat();
        await this.#writePresence({ userId: userId ?? userOf(await this.token()), status: "offline" });
      }),
  };

  /** State that all who have the document open share, by id. */
  readonly liveState = {
    /** Replaces the object of this id; with `merge`, changes the fields that are named, where `null` deletes one. */
    set: async (
      liveStateDataId: string,
      data: LivestateBroadcastInput["data"],
      { merge = false }: { merge?: boolean } = {},
    ): Promise<void> => {
      const { organizationId, documentId } = this;
      await this.connection.atrium.livestate.broadcast({ organizationId, documentId, liveStateDataId, data, merge });
    },
  };

  /**
   * Calls `listener` with the events of the document: comments, presence, live state, notifications. All subscriptions share one
   * connection. It begins with `ready` and what is there, and does so again whenever it begins anew: what `ready` does not name is gone.
   * @returns ends the subscription.
   */
  subscribe(listener: Subscription["listener"], options: Omit<Subscription, "listener"> = {}): () => void {
    const { editors = [] } = options;
    let feed = this.#feeds.find((one) => one.takes(editors));
    if (!feed) {
      feed = new DocumentFeed(this.connection, { organizationId: this.organizationId, documentId: this.documentId });
      this.#feeds.push(feed);
    }
    return feed.subscribe({ ...options, listener });
  }

  /** The user's token, renewed where the client has a function for that. @throws AtriumError FAILED_PRECONDITION without one. */
  async token(): Promise<string> {
    const { userToken } = this.connection;
    if (userToken === undefined)
      throw new AtriumError("FAILED_PRECONDITION", "Give createClient a userToken: this needs to know the user.");
    return typeof userToken === "function" ? userToken() : userToken;
  }

  #inOrder(call: () => Promise<void>): Promise<void> {
    const called = this.#presenceCalls.then(call);
    this.#presenceCalls = called.catch(() => undefined);
    return called;
  }

  #beat(entry: PresenceFields & { userId: string }): void {
    const stop = this.connection.timing.after(HEARTBEAT, () => {
      const beating = this.#inOrder(async () => {
        // The user may have left while this waited for its turn.
        if (this.#stopHeartbeat !== stop || this.connection.signal?.aborted) return;
        this.#beat(entry);
        await this.#writePresence(entry);
      });
      beating.catch(() => undefined);
    });
    this.#stopHeartbeat = stop;
  }

  #endHeartbeat(): void {
    this.#stopHeartbeat?.();
    this.#stopHeartbeat = undefined;
  }

  async #writePresence(user: PresenceFields & { userId: string }): Promise<void> {
    const { organizationId, documentId } = this;
    await this.connection.atrium.presence.add({ organizationId, documentId, users: [user] });
  }
}

/** The user of a token. Only the service checks tokens. */
function userOf(token: string): string {
  const bytes = fromBase64(token.split(".")[1] ?? "");
  return (JSON.parse(new TextDecoder().decode(bytes)) as { sub: string }).sub;
}
