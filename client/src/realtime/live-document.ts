import { fromBase64 } from "../base64.ts";
import { AtriumError } from "../error.ts";
import type { AtriumClient, LivestateBroadcastInput } from "../generated/api.ts";
import { checkHeaderValue, type UserTokenSource } from "../options.ts";
import type { Accepts } from "../reply.ts";
import type { Timing } from "../timing.ts";
import { DocumentFeed, type Subscription } from "./document-feed.ts";
import type { Pace } from "./pace.ts";

/** In ms: a presence entry expires 60 s after it was last written. */
const HEARTBEAT = 30_000;

/** Identifies a document. */
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
  /** The last token used, for a page that is being left and has no time to ask for another one. */
  lastToken(): string | undefined;
  fetch: typeof fetch;
  /** Ends the client. */
  signal: AbortSignal | undefined;
  timing: Timing;
  /** Shared by all editors of the client over HTTP. */
  pace: Pace;
}

/** The presence of a user in a document. */
export interface PresenceFields {
  /** Default: the user of the token. */
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
  /** A single feed, unless more editors are followed over HTTP than one stream can carry. */
  readonly #feeds: DocumentFeed[] = [];
  #stopHeartbeat: (() => void) | undefined;
  /** Runs the presence calls one after another, so that an earlier call can't arrive last. */
  #presenceCalls: Promise<void> = Promise.resolve();

  constructor(connection: DocumentConnection, { organizationId, documentId }: DocumentPlace) {
    this.connection = connection;
    [this.organizationId, this.documentId] = [organizationId, documentId];
  }

  /** Manages who is shown as present. */
  readonly presence = {
    /**
     * Shows the user in the document and keeps showing the user until `leave`.
     * @throws AtriumError of the first call; later failures are retried with the next heartbeat.
     */
    update: (fields: PresenceFields = {}): Promise<void> =>
      this.#inOrder(async () => {
        const entry = { ...fields, userId: fields.userId ?? userOf(await this.token()) };
        await this.#writePresence(entry);
        // If this write fails, the heartbeat of the previous presence continues.
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

  /** State shared by everyone who has the document open, by id. */
  readonly liveState = {
    /** Replaces the object with this id. With `merge`, changes only the given fields; `null` deletes a field. */
    set: async (
      liveStateDataId: string,
      data: Accepts<LivestateBroadcastInput["data"]>,
      { merge = false }: { merge?: boolean } = {},
    ): Promise<void> => {
      const { organizationId, documentId } = this;
      await this.connection.atrium.livestate.broadcast({ organizationId, documentId, liveStateDataId, data, merge });
    },
  };

  /**
   * Calls `listener` with the events of the document: comments, presence, live state, notifications. All subscriptions
   * share one connection. Each start of the connection sends `ready` and the current state; anything that `ready` does
   * not name is gone.
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

  /**
   * The user's token, renewed if the client has a token function.
   * @throws AtriumError FAILED_PRECONDITION if the client has no user token, INVALID_ARGUMENT if it is not text.
   */
  async token(): Promise<string> {
    const { userToken } = this.connection;
    if (userToken === undefined)
      throw new AtriumError("FAILED_PRECONDITION", "Give createClient a userToken: this needs to know the user.");
    return checkHeaderValue("userToken", typeof userToken === "function" ? await userToken() : userToken);
  }

  #inOrder(call: () => Promise<void>): Promise<void> {
    const called = this.#presenceCalls.then(call);
    this.#presenceCalls = called.catch(() => undefined);
    return called;
  }

  #beat(entry: PresenceFields & { userId: string }): void {
    const stop = this.connection.timing.after(HEARTBEAT, () => {
      const beating = this.#inOrder(async () => {
        // The user may have left while this call waited for its turn.
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

/**
 * The user id in a token. The token is not verified: only the service does that.
 * @throws AtriumError UNAUTHENTICATED if it holds none.
 */
function userOf(token: string): string {
  try {
    const bytes = fromBase64(token.split(".")[1] ?? "");
    return (JSON.parse(new TextDecoder().decode(bytes)) as { sub: string }).sub;
  } catch (cause) {
    throw new AtriumError("UNAUTHENTICATED", "The user token is malformed.", { cause });
  }
}
